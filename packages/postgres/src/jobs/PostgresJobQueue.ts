import {
  type ClaimedJob,
  defaultLeaseSeconds,
  type Instant,
  JobQueue,
  type JobRecord,
  type JobReference,
  JobRequest,
  queueOrder,
} from "@hangtag/core"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { comparable, comparableUuid, toBigint } from "../database/parameters.ts"
import { claiming, housekeepingRead, scopedRead, scopedWrite } from "../database/scoped.ts"
import { hasContact, noteContact } from "./contact.ts"
import { jobColumns } from "./JobRow.ts"
import { channels, Notifications } from "./Notifications.ts"

interface ClaimedRow extends JobRecord {
  readonly token: string
  readonly turn: number
  readonly request: string | null
  readonly taken_over: boolean
  readonly notified: unknown
}

/** Written behind what was asked for, of which every text has its quotes escaped. */
const traceOf = (request: string | null) => /,"traceparent":"([\da-f-]{55})"\}$/.exec(request ?? "")?.[1]

const decodeRequest = Schema.decodeUnknownOption(Schema.fromJsonString(JobRequest))

const make = Effect.fnUntraced(function* (lease: Duration.Duration, contact: Duration.Duration) {
  const sql = yield* SqlClient
  const notifications = yield* Notifications
  const leaseSeconds = Duration.toSeconds(lease)

  // A time from the future is from before the clock was set back: none of the job's times means anything then.
  const isAlive = sql`heartbeat_at between now() - make_interval(secs => ${leaseSeconds}::float8)
    and now() + interval '1 minute'`
  const isDue = sql`(not_before is null or not_before <= now() or heartbeat_at > now() + interval '1 minute')`
  const isReady = (rescue: boolean) => sql`case status when 'queued' then ${isDue}
    else ${rescue}::boolean and coalesce(not (${isAlive}), true) end`
  // what is frozen is not begun either
  const isThawed = sql`not exists (select from hangtag_frozen f where f.organization = hangtag_job.organization)`
  const inOrder = sql`order by turn, created_at, job_id`

  /** Assignments of a claim, and what it gives. */
  const begun = (at: Instant) => sql`status = 'running', attempt = attempt + 1,
    failures = failures + (status = 'running')::integer, token = gen_random_uuid(), heartbeat_at = now(),
    rows_per_second = null, estimated_end = null, started_at = coalesce(started_at, ${toBigint(at)}::bigint)`
  // what a statement reads of its own table is from before it
  const given = sql`${sql.literal(jobColumns)}, request, token, turn::float8 as turn,
    (select before.status = 'running' from hangtag_job before where before.organization = hangtag_job.organization
      and before.job_id = hangtag_job.job_id) as taken_over,
    pg_notify(${channels.changed}, job_id::text) as notified`
  const claimed = ({
    request,
    token,
    taken_over,
    turn: _,
    notified: _t,
    ...job
  }: ClaimedRow): ClaimedJob => ({
    job,
    request: Option.getOrNull(decodeRequest(request)),
    claim: { organization: job.organization, job_id: job.job_id, token },
    taken_over,
    trace: traceOf(request),
  })
  const mayRescue = hasContact(sql, Duration.toSeconds(contact))

  return JobQueue.of({
    claim: Effect.fn("JobQueue.claim")(function* (lane, limit, at) {
      yield* notifications.look(lane)
      const rescue = yield* mayRescue
      const rows = yield* claiming(
        sql,
        "JobQueue.claim",
        // An array is made once, before all else; a subquery that is joined may be run again for every row, and then
        // claims more than the limit.
        sql<ClaimedRow>`
          update hangtag_job set ${begun(at)}
          where job_id = any (array(
            select job_id from hangtag_job
            where lane = ${comparable(lane)} and status in ('queued', 'running') and ${isReady(rescue)}
              and ${isThawed}
            ${inOrder} limit ${limit} for update skip locked))
          returning ${given}`,
      ).pipe(noteContact(sql))
      return [...rows].sort(queueOrder).map(claimed)
    }),

    claimJob: Effect.fn("JobQueue.claimJob")(function* ({ organization, job_id }, at) {
      const rescue = yield* mayRescue
      const [row] = yield* scopedWrite(
        sql,
        organization,
        "JobQueue.claimJob",
        sql<ClaimedRow>`
          update hangtag_job set ${begun(at)}
          where organization = ${comparable(organization)} and job_id = ${comparableUuid(job_id)}
            and status in ('queued', 'running') and ${isReady(rescue)}
          returning ${given}`,
      ).pipe(noteContact(sql))
      return Option.map(Option.fromUndefinedOr(row), claimed)
    }),

    ready: Effect.fn("JobQueue.ready")((lane, limit) =>
      housekeepingRead(
        sql,
        "JobQueue.ready",
        sql<JobReference>`select organization, job_id from hangtag_job
          where lane = ${comparable(lane)} and status in ('queued', 'running') and ${isReady(true)}
            and ${isThawed}
          ${inOrder} limit ${limit}`,
      ),
    ),

    position: Effect.fn("JobQueue.position")(function* (organization, jobId) {
      const [row] = yield* scopedRead(
        sql,
        organization,
        "JobQueue.position",
        sql<{ readonly position: number | null }>`
          select case status when 'queued'
            then hangtag_position(lane, turn, created_at, job_id, ${leaseSeconds}::float8) end as position
          from hangtag_job where organization = ${comparable(organization)} and job_id = ${comparableUuid(jobId)}`,
      )
      return Option.fromNullishOr(row?.position)
    }),

    notified: notifications.queued,
  })
})

/** When a run without a heartbeat counts as dead. */
export interface JobQueueOptions {
  /** How long a run keeps its job without a heartbeat, which it gives twice a second. Default 15 seconds. */
  readonly lease?: Duration.Input | undefined
  /** For how long the database has to have answered before a run without a heartbeat counts as dead. Default a third of the lease. */
  readonly contact?: Duration.Input | undefined
}

/** `JobQueue` on Postgres: the jobs' rows. The database must be migrated. */
export const PostgresJobQueue = {
  layer: (options: JobQueueOptions = {}): Layer.Layer<JobQueue, never, Notifications | SqlClient> => {
    const lease = Duration.fromInputUnsafe(options.lease ?? `${defaultLeaseSeconds} seconds`)
    const contact = Duration.fromInputUnsafe(options.contact ?? Duration.times(lease, 1 / 3))
    return Layer.effect(JobQueue, make(lease, contact))
  },
}
