// Exports run by a broker that calls a handler with each message, such as BullMQ; here a list in Redis.

import { type ExportMessage, ExportPublisher, Unavailable } from "@hangtag/core"
import { ExportSweeper, type ExportWorkerPorts, type RunOptions, runJob } from "@hangtag/worker"
import { Effect, Layer } from "effect"
import { createClient } from "redis"

const list = "our-exports"

/** Calls the handler with each message in Redis, one after the other, until it is closed. */
export const push = async (url: string, handle: (message: ExportMessage) => Promise<void>) => {
  const client = createClient({ url }).on("error", () => {})
  await client.connect()
  const pushing = (async () => {
    while (client.isOpen) {
      const popped = await client.blPop(list, 1)
      if (popped !== null) await handle(JSON.parse(popped.element))
    }
  })().catch(() => {})
  return {
    close: async () => {
      client.destroy()
      await pushing
    },
  }
}

/** Tells the broker of each export. */
export const publisher = (url: string) =>
  Layer.effect(
    ExportPublisher,
    Effect.gen(function* () {
      const client = createClient({ url }).on("error", () => {})
      yield* Effect.acquireRelease(
        Effect.promise(() => client.connect()),
        () => Effect.sync(() => client.destroy()),
      )
      return {
        publish: (message: ExportMessage) =>
          Effect.tryPromise({
            try: () => client.rPush(list, JSON.stringify(message)),
            catch: (cause) =>
              new Unavailable({ service: "queue", operation: "push", retryable: true, cause }),
          }),
      }
    }),
  )

/** Runs the exports that the broker tells of, until its scope closes. */
export const consumers = (url: string, options: RunOptions): Layer.Layer<never, never, ExportWorkerPorts> => {
  const consume = Effect.gen(function* () {
    const ports = yield* Effect.context<ExportWorkerPorts>()
    const scope = yield* Effect.scope
    // the handler is done once the run has begun: that is all that a message is for
    const handle = (message: ExportMessage) =>
      Effect.runPromise(
        Effect.asVoid(
          Effect.forkIn(Effect.provideContext(Effect.ignore(runJob(message, options)), ports), scope),
        ),
      )
    yield* Effect.acquireRelease(
      Effect.promise(() => push(url, handle)),
      ({ close }) => Effect.promise(close),
    )
  })
  return Layer.merge(Layer.effectDiscard(consume), ExportSweeper.layer({ interval: "1 second" }))
}
