import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { exportQueueName } from "./exportQueues.ts"
import { queueTable } from "./queueTable.ts"

/**
 * Moves to the outbox what waits in the queue of the database: messages of processes that had no Redis, which this one
 * has. One that such a process is handling comes again through Redis once its run is silent, or has ended.
 */
export const adoptQueueTable = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [table] = yield* sql<{
    readonly exists: boolean
  }>`select to_regclass(${queueTable}) is not null as exists`
  if (!table?.exists) return
  const moved = yield* sql`
    with adopted as (
      delete from ${sql(queueTable)}
      where state = 'pending' and (queue_name = ${exportQueueName} or starts_with(queue_name, ${`${exportQueueName}.`}))
      returning id, element, visible_at, sequence)
    insert into hangtag_outbox (id, message, due_at)
    select id, element, visible_at from adopted order by sequence
    on conflict (id) do nothing returning id`
  if (moved.length > 0)
    yield* Effect.logInfo(`${moved.length} messages that waited in the database go through Redis`)
}).pipe(
  // Their jobs wait in the database all the same, and get others.
  Effect.catchCause((cause) => Effect.logWarning("Messages that waited in the database stay there", cause)),
)
