// Exports run by consumers of a queue that is asked for messages, such as SQS.

import { type ExportMessage, ExportPublisher, Unavailable } from "@hangtag/core"
import { ExportSweeper, type ExportWorkerPorts, type RunOptions, runNext } from "@hangtag/worker"
import { Effect, Layer, Semaphore } from "effect"
import type { VisibilityQueue } from "./VisibilityQueue.ts"

/** Tells the queue of each export. */
export const publisher = (queue: VisibilityQueue<ExportMessage>) =>
  Layer.succeed(ExportPublisher, {
    publish: (message) =>
      Effect.tryPromise({
        try: () => queue.send(message),
        catch: (cause) => new Unavailable({ service: "queue", operation: "send", retryable: true, cause }),
      }),
  })

/** Runs exports that the queue announces, at most N at a time, until its scope closes. */
export const consumers = (
  queue: VisibilityQueue<ExportMessage>,
  atATime: number,
  options: RunOptions,
): Layer.Layer<never, never, ExportWorkerPorts> => {
  const consume = Effect.gen(function* () {
    const slots = yield* Semaphore.make(atATime)
    const one = Effect.gen(function* () {
      // a message is only asked for when it can be acted on
      yield* slots.take(1)
      const received = yield* Effect.promise(() => queue.receive())
      if (received === undefined) return yield* Effect.andThen(slots.release(1), Effect.sleep("50 millis"))
      // at once: a run takes as long as it takes, and is taken over by itself should this process die
      yield* Effect.promise(() => queue.delete(received.receipt))
      // whichever export has its turn: organizations take turns, whatever order messages come in
      const run = Effect.ensuring(Effect.ignore(runNext(received.body.lane, options)), slots.release(1))
      yield* Effect.forkScoped(run)
    })
    yield* Effect.forkScoped(Effect.forever(one))
  })
  // lost messages, failed attempts whose time has come, and exports of dead workers are announced again
  return Layer.merge(Layer.effectDiscard(consume), ExportSweeper.layer({ interval: "1 second" }))
}
