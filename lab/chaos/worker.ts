/**
 * The product's export worker on an installation, with checkpoints. At the one named `CHECKPOINT` it says so and
 * waits: for ever, or until it is sent a line.
 */
import { once } from "node:events"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { ExportWorker } from "@hangtag/worker"
import { Effect, Layer, Logger } from "effect"
import { passing } from "./checkpoints.ts"
import { installation } from "./installation.ts"

const [url = "", folder = ""] = process.argv.slice(2)
const stopAt = process.env.CHECKPOINT

// Never outlives the process that started it.
process.stdin.once("end", () => process.exit(1)).resume()

const checkpoints = passing((checkpoint) =>
  checkpoint === stopAt
    ? Effect.promise(async () => {
        console.log(`reached ${checkpoint}`)
        await once(process.stdin, "data")
      })
    : Effect.void,
)
const ports = Layer.provideMerge(checkpoints, installation(url, folder))
const worker = ExportWorker.layer({ maxAttempts: 1000, drainTimeout: "5 seconds" })
const running = Layer.build(Layer.provide(worker, ports)).pipe(
  Effect.andThen(Effect.sync(() => console.log("takes exports"))),
  Effect.andThen(Effect.never),
  Effect.scoped,
)

NodeRuntime.runMain(Effect.provide(running, Logger.layer([])))
