import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { exportWorker } from "../composition/exportWorker.ts"
import { hangtag } from "../composition/hangtag.ts"
import { telemetry } from "../composition/telemetry.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { answer } from "./answer.ts"
import { explained } from "./explained.ts"

const work = Effect.fn("worker")(function* (settings: Settings) {
  const { layer } = yield* hangtag(settings, "")
  yield* Layer.build(Layer.provide(exportWorker(settings), layer))
  yield* answer(
    { concurrency: settings.exportConcurrency },
    `Hangtag takes exports, ${settings.exportConcurrency} at a time`,
  )
  return yield* Effect.never
}, Effect.scoped)

export const worker = Command.make("worker", {}, () =>
  Effect.flatMap(readSettings, (settings) => Effect.provide(work(settings), telemetry(settings))),
).pipe(
  explained(
    "Take export jobs until told to stop",
    ["database", "queue", "storage", "exports", "logs"],
    [
      {
        command: "DATABASE_URL=postgres://hangtag:secret@db/hangtag S3_BUCKET=exports hangtag worker",
        description: "Beside hangtag serve --no-worker, as many as are wanted",
      },
    ],
  ),
)
