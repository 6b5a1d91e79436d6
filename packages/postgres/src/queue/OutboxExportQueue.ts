import { type ExportMessage, ExportQueue, exportMessageId } from "@hangtag/core"
import { Effect, Exit, Latch, Layer, Schedule } from "effect"
import type { PersistedQueueFactory } from "effect/persistence/PersistedQueue"
import type { Redis } from "effect/persistence/Redis"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { databaseUnavailable } from "../sql/databaseUnavailable.ts"
import { defaultExportAttempts, exportQueues, takeFrom } from "./exportQueues.ts"
import { relayOutbox } from "./relayOutbox.ts"

const make = Effect.fnUntraced(function* (maxAttempts: number) {
  const sql = yield* SqlClient
  const queueOf = yield* exportQueues(maxAttempts)
  const take = takeFrom(queueOf)
  const committed = Latch.makeUnsafe()

  let reaches = true
  const relay = Effect.flatMap(Effect.exit(Effect.timeout(relayOutbox(queueOf), "10 seconds")), (exit) => {
    const before = reaches
    reaches = Exit.isSuccess(exit)
    if (reaches === before) return Effect.void
    return Exit.isSuccess(exit)
      ? Effect.logInfo("Messages reach Redis again")
      : Effect.logWarning("Messages wait in the database until they reach Redis", exit.cause)
  })
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.sync(() => committed.closeUnsafe()).pipe(
        Effect.andThen(relay),
        Effect.andThen(Effect.raceFirst(Effect.sleep("1 second"), committed.await)),
      ),
    ),
  )

  const forget = (message: ExportMessage) =>
    sql`delete from hangtag_outbox where id = ${exportMessageId(message)}`.pipe(
      Effect.retry({ schedule: Schedule.exponential("100 millis"), times: 5 }),
      // It comes again then should Redis forget it, and finds its job ended.
      Effect.catchCause((cause) => Effect.logWarning("A message that has served is kept", cause)),
    )

  return ExportQueue.of({
    offer: (message, delay = 0) =>
      sql`insert into hangtag_outbox (id, message, due_at)
        values (${exportMessageId(message)}, ${JSON.stringify(message)},
          clock_timestamp() + make_interval(secs => ${delay / 1000}::float8))
        on conflict (id) do nothing`.pipe(
        Effect.andThen(sql.afterCommit(Effect.sync(() => committed.openUnsafe()))),
        Effect.mapError((error) =>
          isSqlError(error) ? databaseUnavailable("ExportQueue.offer", error) : error,
        ),
        Effect.asVoid,
      ),
    take: (lane, handler) =>
      take(lane, (message, attempt) => Effect.tap(handler(message, attempt), forget(message))),
  })
})

/**
 * `ExportQueue` on Redis, with an outbox in Postgres: a message is part of the surrounding transaction, and is offered
 * to Redis right after the commit, or once Redis is there. It stays in the outbox until it has served, so that it
 * reaches Redis again should that lose its memory.
 */
export const OutboxExportQueue = {
  layer: (options?: {
    /** Beyond so many attempts a message is kept as failed and not handed out again; 5 unless given. */
    readonly maxAttempts?: number
  }): Layer.Layer<ExportQueue, never, SqlClient | PersistedQueueFactory | Redis> =>
    Layer.effect(ExportQueue, make(options?.maxAttempts ?? defaultExportAttempts)),
}
