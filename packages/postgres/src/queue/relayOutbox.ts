import { Effect } from "effect"
import { Redis } from "effect/persistence/Redis"
import { SqlClient } from "effect/sql/SqlClient"
import { housekeeping } from "../sql/scoped.ts"
import { type exportQueues, offerKept } from "./exportQueues.ts"
import { redisMemory } from "./redisMemory.ts"

const atATime = 100

interface OutboxRow {
  readonly id: string
  readonly message: string
  readonly delay: number
}

/** A run that gave a sign within so many seconds is left alone, as it does every second while it lives. */
const signSeconds = 15

/**
 * Offers to Redis what it has not got, save for messages whose runs live and are not to be doubled: messages committed since the last time, or all of them once its memory is
 * another one. Any number of processes may do so at once, as an id makes one message.
 */
export const relayOutbox = Effect.fnUntraced(function* (
  queueOf: Effect.Success<ReturnType<typeof exportQueues>>,
) {
  const sql = yield* SqlClient
  const redis = yield* Redis
  const memory = yield* redisMemory(redis)
  while (true) {
    const rows = yield* housekeeping(
      sql,
      "ExportQueue.offer",
      sql<OutboxRow>`
        select id, message, greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as delay
        from hangtag_outbox o
        where (offered_in is null or offered_in < ${memory} or offered_in > ${memory})
          and not exists (select from hangtag_job j where j.carried_by = o.id
            and j.status in ('queued', 'running')
            and j.heard_at > now() - make_interval(secs => ${signSeconds}::integer))
        order by sequence limit ${atATime}`,
    )
    yield* offerKept(queueOf, rows)
    if (rows.length > 0)
      yield* sql`update hangtag_outbox set offered_in = ${memory}
        where id = any(${rows.map(({ id }) => id)}::text[])`
    if (rows.length < atATime) return
  }
})
