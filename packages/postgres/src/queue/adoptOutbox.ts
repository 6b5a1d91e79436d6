import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { exportQueues, offerKept } from "./exportQueues.ts"

const atATime = 100

interface OutboxRow {
  readonly sequence: string
  readonly message: string
  readonly delay: number
}

/**
 * Offers to the queue in the database what the outbox holds: messages of processes that had a Redis, which this one
 * has not. As long as some of those run, such a message may be delivered there too.
 */
export const adoptOutbox = Effect.gen(function* () {
  const sql = yield* SqlClient
  const queueOf = yield* exportQueues(1)
  const some = Effect.gen(function* () {
    const rows = yield* sql<OutboxRow>`
      with adopted as (
        delete from hangtag_outbox where id in
          (select id from hangtag_outbox order by sequence limit ${atATime} for update skip locked)
        returning sequence, message, due_at)
      select message, greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as delay
      from adopted order by sequence`
    yield* offerKept(queueOf, rows)
    return rows.length
  })
  let count = 0
  for (let moved = atATime; moved === atATime; count += moved) moved = yield* sql.withTransaction(some)
  if (count > 0)
    yield* Effect.logInfo(`${count} messages that were on their way to Redis go through the database`)
}).pipe(
  // Their jobs wait in the database all the same, and get others.
  Effect.catchCause((cause) =>
    Effect.logWarning("Messages that were on their way to Redis stay there", cause),
  ),
)
