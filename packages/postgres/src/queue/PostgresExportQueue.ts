import { type ExportMessage, ExportQueue, exportLanes, Unavailable } from "@hangtag/core"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { exportMessages, type TakenMessage } from "./exportMessages.ts"

export interface ExportQueueOptions {
  /** How long a message stays with a taker that gives no sign. Default 15 seconds. */
  readonly lease?: Duration.Input | undefined
  /** How often a taker gives a sign. Default a third of the lease, so that two may be missed. */
  readonly heartbeat?: Duration.Input | undefined
  /** How often takers look for what other processes offered; those of the offering process are woken. Default 200 ms. */
  readonly pollInterval?: Duration.Input | undefined
  /** Beyond so many attempts a message is not handed out again. Default 5. */
  readonly maxAttempts?: number | undefined
}

const longestDelay = 300_000
const delayAfter = (attempt: number): number => Math.min(1000 * 2 ** (attempt - 1), longestDelay)

const unavailable = (operation: string) =>
  Effect.mapError(
    (_: SqlError) =>
      new Unavailable({ service: "queue", operation: `ExportQueue.${operation}`, retryable: true }),
  )

const make = Effect.fnUntraced(function* (options: ExportQueueOptions) {
  const sql = yield* SqlClient
  const lease = Duration.fromInputUnsafe(options.lease ?? "15 seconds")
  const heartbeat = Duration.fromInputUnsafe(options.heartbeat ?? Duration.times(lease, 1 / 3))
  const pollInterval = options.pollInterval ?? "200 millis"
  const messages = exportMessages(sql, Duration.toMillis(lease), options.maxAttempts ?? 5)

  let changed = Deferred.makeUnsafe<void>()
  const wake = Effect.sync(() => {
    const waiting = changed
    changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(waiting, Exit.void)
  })

  // what cannot be told for as long as the lease is of no use any more: the message is then another taker's
  const settle = (statement: Effect.Effect<unknown, SqlError>) =>
    Effect.retry(statement, {
      schedule: Schedule.exponential("50 millis").pipe(Schedule.upTo({ duration: lease })),
    }).pipe(Effect.andThen(wake), Effect.ignore({ log: "Warn", message: "A message will come once more" }))

  const giveSigns = (taken: TakenMessage) =>
    Effect.ignore(messages.hold(taken), {
      log: "Warn",
      message: "No sign could be given for a message",
    }).pipe(Effect.delay(heartbeat), Effect.forever)

  const settled = (taken: TakenMessage, exit: Exit.Exit<void, unknown>) =>
    settle(
      Exit.isSuccess(exit)
        ? messages.done(taken)
        : Exit.hasInterrupts(exit)
          ? messages.handedBack(taken)
          : messages.failed(taken, delayAfter(taken.attempt)),
    )

  return ExportQueue.of({
    offer: (message) =>
      messages.offer(message).pipe(Effect.andThen(sql.afterCommit(wake)), unavailable("offer")),
    take: (handler, lanes = exportLanes) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          while (true) {
            const change = Deferred.await(changed)
            const [taken] = yield* unavailable("take")(messages.take(lanes))
            if (taken === undefined) {
              yield* restore(Effect.raceFirst(change, Effect.sleep(pollInterval)))
              continue
            }
            const signs = yield* Effect.forkChild(Effect.interruptible(giveSigns(taken)))
            const message: ExportMessage = JSON.parse(taken.message)
            const exit = yield* Effect.exit(restore(handler(message, taken.attempt)))
            yield* Fiber.interrupt(signs)
            yield* settled(taken, exit)
            return yield* exit
          }
        }),
      ),
    position: (jobId) =>
      Effect.map(unavailable("position")(messages.position(jobId)), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), ({ position }) => position),
      ),
  })
})

/**
 * `ExportQueue` in a table of the database: an offer is part of the surrounding transaction. The database must be
 * migrated.
 */
export const PostgresExportQueue = {
  layer: (options: ExportQueueOptions = {}): Layer.Layer<ExportQueue, never, SqlClient> =>
    Layer.effect(ExportQueue, make(options)),
}
