import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { database, databasePorts } from "../composition/database.ts"
import { logging } from "../composition/logging.ts"
import { storage } from "../composition/storage.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { exportWorker } from "./serve.ts"

const work = Effect.fn("worker")(function* (settings: Settings) {
  const files = yield* storage(settings, "")
  const ports = Layer.mergeAll(databasePorts(settings), files.layer).pipe(Layer.provide(database(settings)))
  yield* Layer.build(Layer.provide(exportWorker(settings), ports))
  yield* Console.log(`Hangtag takes exports, ${settings.exportConcurrency} at a time`)
  return yield* Effect.never
}, Effect.scoped)

export const worker = Command.make("worker", {}, () =>
  Effect.flatMap(readSettings, (settings) => Effect.provide(work(settings), logging(settings))),
).pipe(Command.withDescription("Take export jobs until told to stop"))
