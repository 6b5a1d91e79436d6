import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { exportWorker } from "../composition/exportWorker.ts"
import { hangtag } from "../composition/hangtag.ts"
import { telemetry } from "../composition/telemetry.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"

const work = Effect.fn("worker")(function* (settings: Settings) {
  const { layer } = yield* hangtag(settings, "")
  yield* Layer.build(Layer.provide(exportWorker(settings), layer))
  yield* Console.log(`Hangtag takes exports, ${settings.exportConcurrency} at a time`)
  return yield* Effect.never
}, Effect.scoped)

export const worker = Command.make("worker", {}, () =>
  Effect.flatMap(readSettings, (settings) => Effect.provide(work(settings), telemetry(settings))),
).pipe(Command.withDescription("Take export jobs until told to stop"))
