import type { ExportLane, ExportMessage } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { storedText } from "../sql/storable.ts"

/** A message that a taker holds, until it gives no sign for the lease. */
export interface TakenMessage {
  readonly message_id: string
  readonly message: string
  readonly attempt: number
  readonly taken_by: string
}

const idOf = ({ job_id, begun }: ExportMessage): string =>
  begun === undefined ? job_id : `${job_id}:${begun}`

/** The statements on `hangtag_export_message`. Clocks are the database's, so that processes need not agree. */
export const exportMessages = (sql: SqlClient, leaseMillis: number, maxAttempts: number) => {
  const later = (millis: number) => sql`now() + make_interval(secs => ${millis / 1000}::float8)`
  const isFree = sql`(m.taken_until is null or m.taken_until < now())`
  const held = ({ message_id, taken_by }: TakenMessage) =>
    sql`message_id = ${message_id} and taken_by = ${taken_by}`
  return {
    /**
     * An organization's turn is the round after its last one that is not done, but no earlier than the one that is
     * being served: so it neither waits behind the backlog of another one, nor catches up with what it did not ask
     * for before.
     */
    offer: (message: ExportMessage) => {
      const { job_id, lane = "large" } = message
      const organization = storedText(message.organization)
      return sql`
        insert into hangtag_export_message (message_id, message, job_id, organization, lane, round)
        select ${storedText(idOf(message))}, ${JSON.stringify(message)}, ${storedText(job_id)}, ${organization},
          ${lane}, greatest(
            coalesce(max(m.round) filter (where m.taken_until >= now()), min(m.round), 0),
            coalesce(max(m.round) filter (where m.organization = ${organization}), 0) + 1)
        from hangtag_export_message m where m.lane = ${lane} and m.done_at is null
        on conflict do nothing`
    },
    take: (lanes: ReadonlyArray<ExportLane>) => sql<TakenMessage>`
      update hangtag_export_message t set attempt = t.attempt + 1, taken_by = gen_random_uuid(),
        taken_until = ${later(leaseMillis)}
      from (select h.message_id from unnest(${lanes}::text[]) l(lane)
        cross join lateral (select m.message_id, m.sequence from hangtag_export_message m
          where m.lane = l.lane and m.done_at is null and m.attempt < ${maxAttempts} and m.available_at <= now()
            and ${isFree}
          order by m.round, m.sequence limit 1 for update skip locked) h
        order by h.sequence limit 1) h
      where t.message_id = h.message_id
      returning t.message_id, t.message, t.attempt, t.taken_by`,
    hold: (taken: TakenMessage) =>
      sql`update hangtag_export_message set taken_until = ${later(leaseMillis)} where ${held(taken)}`,
    done: (taken: TakenMessage) => sql`
      update hangtag_export_message set done_at = now(), taken_by = null, taken_until = null where ${held(taken)}`,
    failed: (taken: TakenMessage, delayMillis: number) => sql`
      update hangtag_export_message set available_at = ${later(delayMillis)}, taken_by = null, taken_until = null
      where ${held(taken)}`,
    handedBack: (taken: TakenMessage) => sql`
      update hangtag_export_message set attempt = attempt - 1, taken_by = null, taken_until = null
      where ${held(taken)}`,
    position: (jobId: string) => sql<{ readonly position: number }>`
      select (select count(*)::int from hangtag_export_message m
        where m.lane = w.lane and m.done_at is null and ${isFree}
          and (m.round, m.sequence) <= (w.round, w.sequence)) as position
      from hangtag_export_message w
      where w.job_id = ${storedText(jobId)} and w.done_at is null and (w.taken_until is null or w.taken_until < now())
      order by w.sequence desc limit 1`,
  }
}
