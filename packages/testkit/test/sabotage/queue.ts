import { ExportQueue } from "@hangtag/core"
import { exportQueuePromises } from "@hangtag/testkit/conformance"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { broken, inTransactions, refused } from "./broken.ts"
import { notices, waitsForever } from "./notices.ts"

/** A queue as one would write it first. */
const naiveQueue = broken(ExportQueue, () => {
  const queue = Effect.runSync(Queue.unbounded<{ readonly organization: string; readonly job_id: string }>())
  return {
    offer: (message) => Effect.asVoid(Queue.offer(queue, message)),
    take: (_, handler) =>
      Effect.flatMap(Queue.take(queue), (message) => handler({ lane: "", ...message }, 1)),
  }
})

/** The same, once a handler that fails gives its message back. */
const givingBack = broken(ExportQueue, ({ offer, take }) => ({
  take: (lane, handler) =>
    take(lane, (message, attempt) =>
      handler(message, attempt).pipe(
        Effect.catch((error) =>
          Effect.andThen(offer({ ...message, job_id: crypto.randomUUID() }), Effect.fail(error)),
        ),
      ),
    ),
}))

/** Has done with a message before its handler begins, and takes it from whoever stops waiting. */
const hasty = broken(ExportQueue, ({ take }) => ({
  take: (lane, handler) =>
    Effect.gen(function* () {
      const given = yield* Deferred.make<Parameters<typeof handler>>()
      yield* Effect.forkDetach(
        take(lane, (...args) => Effect.asVoid(Deferred.succeed(given, args))),
        { startImmediately: true },
      )
      yield* handler(...(yield* Deferred.await(given)))
    }),
}))

/** Adds another message when one is taken. */
const adding = (add: "before" | "after") =>
  broken(ExportQueue, ({ offer, take }) => ({
    take: (lane, handler) =>
      take(lane, (message, attempt) => {
        const another = offer({ ...message, again: crypto.randomUUID() })
        const handling = handler(message, attempt)
        return add === "before" ? Effect.andThen(another, handling) : Effect.andThen(handling, another)
      }),
  }))

notices("exportQueueSuite", exportQueuePromises, [
  [
    "sends a message for every offer, at once",
    ["makes one message of a job offered twice", "carries no message of a transaction that fails"],
    naiveQueue,
  ],
  [
    "gives the message of a failed handler another id",
    "fails with the handler's error, and gives the message again later",
    givingBack,
  ],
  [
    "swallows the handler's error",
    "fails with the handler's error, and gives the message again later",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) => Effect.catch(take(lane, handler), () => Effect.void),
    })),
  ],
  [
    "forgets to count attempts",
    "fails with the handler's error, and gives the message again later",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) => take(lane, (message) => handler(message, 1)),
    })),
  ],
  [
    "delivers twice",
    "gives each of many messages to exactly one of many takers",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) =>
        take(lane, (message, attempt) =>
          Effect.andThen(handler(message, attempt), handler(message, attempt)),
        ),
    })),
  ],
  [
    "counts attempts from 0",
    "gives an offered message to a taker, as attempt 1",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) => take(lane, (message, attempt) => handler(message, attempt - 1)),
    })),
  ],
  [
    "gives up where nothing waits",
    "wakes a taker that waits",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) => {
        let begun = false
        const patience = Effect.suspend(() => (begun ? Effect.never : refused))
        const taking = take(lane, (message, attempt) => {
          begun = true
          return handler(message, attempt)
        })
        return Effect.raceFirst(taking, patience)
      },
    })),
  ],
  [
    "keeps one lane",
    "keeps lanes apart, and gives each message in its own",
    broken(ExportQueue, ({ offer, take }) => ({
      offer: (message, delay) => offer({ ...message, lane: "only" }, delay),
      take: (_, handler) => take("only", handler),
    })),
  ],
  [
    "gives messages in the order offered, whatever their delay",
    "gives no message before its delay has passed",
    broken(ExportQueue, ({ offer }) => ({ offer: (message) => offer(message) })),
  ],
  [
    "makes a message of each time that another life is offered",
    "makes another message of a job's other life, once",
    broken(ExportQueue, ({ offer }) => ({
      offer: (message, delay) =>
        offer(message.begun === undefined ? message : { ...message, again: crypto.randomUUID() }, delay),
    })),
  ],
  [
    "knows messages by their job alone",
    "makes another message of a job's other life, once",
    waitsForever(
      broken(ExportQueue, ({ offer }) => ({
        offer: ({ organization, job_id, lane }, delay) => offer({ organization, job_id, lane }, delay),
      })),
    ),
  ],
  [
    "gives a message again that was handled",
    "has done with a message once its handler succeeded",
    adding("after"),
  ],
  ["gives a message to two takers", "keeps a message from others while it is handled", adding("before")],
  [
    "takes a handler that died for one that succeeded",
    "gives a message again whose handler died",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) =>
        take(lane, (...args) => Effect.catchDefect(handler(...args), () => Effect.void)),
    })),
  ],
  [
    "has done with a message before its handler",
    [
      "fails with the handler's error, and gives the message again later",
      "gives a message again whose handler died",
      "gives a message again whose taker was interrupted",
      "loses nothing when a taker that waits is interrupted",
    ],
    waitsForever(hasty),
  ],
  [
    "loses what a transaction offers",
    "carries a message of a transaction that commits",
    waitsForever(
      inTransactions((isOpen, beneath) =>
        broken(
          ExportQueue,
          ({ offer }) => ({ offer: (...args) => (isOpen() ? Effect.void : offer(...args)) }),
          beneath,
        ),
      ),
    ),
  ],
])
