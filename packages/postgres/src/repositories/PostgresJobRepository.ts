import {
  cancelledMessage,
  ExportRequest,
  type Instant,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  TooManyOpen,
  unheardSeconds,
} from "@hangtag/core"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { csv, type Fragment } from "effect/sql/Statement"
import { scoped, scopedRead, scopedWrite } from "../sql/scoped.ts"
import { comparable, storedText } from "../sql/storable.ts"
import { comparableUuid, jobColumns } from "./JobRow.ts"
import { jobOutcomeColumns } from "./jobOutcomeColumns.ts"
import { lineConditions } from "./lineConditions.ts"
import { toBigint } from "./toBigint.ts"

interface Start {
  readonly organization: string
  readonly jobId: string
  readonly at: Instant
  readonly operation: string
}

/** Milliseconds to wait for others who add jobs of the organization: who waits has a connection meanwhile. */
const lockTimeout = 2_000

const unlimited = 2_147_483_647

const decodeRequest: (text: string) => ExportRequest = Schema.decodeSync(Schema.fromJsonString(ExportRequest))

const make = Effect.map(SqlClient, (sql) => {
  const columns = sql.literal(jobColumns)
  const one = (rows: ReadonlyArray<JobRecord>) => Option.fromUndefinedOr(rows[0])
  const jobWhere = (organization: string, jobId: string) =>
    sql`organization = ${comparable(organization)} and job_id = ${comparableUuid(jobId)}`
  const select = (organization: string, jobId: string) =>
    sql<JobRecord>`select ${columns} from hangtag_job where ${jobWhere(organization, jobId)}`

  /** Another value where no run of the job is heard of; a sign from the future is from before the clock was set back. */
  const ifUnheard = (column: string, value: Fragment) => {
    const now = sql.literal(column)
    return sql`${now} = case when status = 'queued' or heard_at is null
      or heard_at not between now() - make_interval(secs => ${unheardSeconds}::integer) and now() + interval '1 minute'
      then ${value} else ${now} end`
  }
  const cancelledText = sql`case attempt when 0 then ${cancelledMessage(0)} else ${cancelledMessage(1)} end`

  const tooMany = (open: number, limit: number) => new TooManyOpen({ resource: "export", open, limit })

  const { ready, held } = lineConditions(sql)
  /** Starts the job if it meets the condition too, which the same statement checks. */
  const startWhere = Effect.fnUntraced(function* (start: Start, condition: Fragment) {
    const { organization, jobId, at, operation } = start
    const [row] = yield* scopedWrite(
      sql,
      organization,
      operation,
      sql<JobRecord & { readonly token: string }>`
        update hangtag_job set status = 'running', attempt = attempt + 1, token = gen_random_uuid(),
          failures = failures + case status when 'running' then 1 else 0 end, heard_at = now(),
          rows_per_second = null, estimated_end = null, started_at = coalesce(started_at, ${toBigint(at)})
        where ${jobWhere(organization, jobId)} and status in ('queued', 'running') and ${condition}
        returning ${columns}, token`,
    )
    if (row === undefined) return Option.none()
    const { token, ...job } = row
    return Option.some({ job, claim: { organization, job_id: jobId, token } })
  })

  return JobRepository.of({
    create: Effect.fn("JobRepository.create")(function* (organization, job, openLimit = unlimited) {
      const [row] = yield* scoped(
        sql,
        organization,
        "JobRepository.create",
        sql<JobRecord & { readonly open: number }>`
          with room as materialized (select hangtag_open_jobs(${comparable(organization)}) as open),
          created as (
            insert into hangtag_job (organization, requested_by, request, status, total, lane, turn, message, created_at)
            select ${comparable(organization)}, ${storedText(job.requested_by)}, ${JSON.stringify(job.request)},
              'queued', ${job.total}, ${storedText(job.lane)},
              hangtag_turn(${comparable(organization)}, ${storedText(job.lane)}), ${storedText(job.message)}, ${toBigint(job.created_at)}
            from room where open < ${openLimit}
            returning ${columns})
          select open, created.* from room left join created on true`,
        { lockTimeout },
      )
      const { open, ...created } = row!
      if (created.job_id === null) return yield* tooMany(open, openLimit)
      return created
    }),

    request: Effect.fn("JobRepository.request")(function* (claim) {
      const [row] = yield* scopedRead(
        sql,
        claim.organization,
        "JobRepository.request",
        sql<{ readonly request: string }>`
          select request from hangtag_job where ${jobWhere(claim.organization, claim.job_id)}
            and token = ${comparableUuid(claim.token)} and status = 'running'`,
      )
      return Option.map(Option.fromUndefinedOr(row), ({ request }) => decodeRequest(request))
    }),

    find: Effect.fn("JobRepository.find")((organization, jobId) =>
      Effect.map(scopedRead(sql, organization, "JobRepository.find", select(organization, jobId)), one),
    ),

    cancel: Effect.fn("JobRepository.cancel")((organization, jobId, at) => {
      const work = Effect.gen(function* () {
        const cancelled = yield* sql<JobRecord>`
          update hangtag_job set cancel_requested = true, ${csv([
            ifUnheard("status", sql`'cancelled'`),
            ifUnheard("message", cancelledText),
            ifUnheard("finished_at", sql`${toBigint(at)}`),
            ...["request", "token", "rows_per_second", "estimated_end"].map((column) =>
              ifUnheard(column, sql`null`),
            ),
          ])}
          where ${jobWhere(organization, jobId)} and status in ('queued', 'running')
          returning ${columns}`
        return one(cancelled.length > 0 ? cancelled : yield* select(organization, jobId))
      })
      return scoped(sql, organization, "JobRepository.cancel", work)
    }),

    retry: Effect.fn("JobRepository.retry")((organization, jobId, message, openLimit = unlimited) => {
      const mayBe = sql`${jobWhere(organization, jobId)} and status = 'failed' and request is not null`
      const work = Effect.gen(function* () {
        const [room] = yield* sql<{ readonly open: number }>`
          select hangtag_open_jobs(organization) as open from hangtag_job where ${mayBe}`
        if (room !== undefined && room.open >= openLimit) return yield* tooMany(room.open, openLimit)
        const queued = yield* sql<JobRecord>`
          update hangtag_job set status = 'queued', message = ${storedText(message)}, cancel_requested = false,
            finished_at = null, failures = 0, carried_by = null, not_before = null, turn = hangtag_turn(organization, lane)
          where ${mayBe}
          returning ${columns}`
        return one(queued.length > 0 ? queued : yield* select(organization, jobId))
      })
      return scoped(sql, organization, "JobRepository.retry", work, { lockTimeout })
    }),

    start: Effect.fn("JobRepository.start")((organization, jobId, at, message) =>
      startWhere(
        { organization, jobId, at, operation: "JobRepository.start" },
        message === null ? sql`true` : sql`carried_by = ${storedText(message)}`,
      ),
    ),

    startWaiting: Effect.fn("JobRepository.startWaiting")((organization, jobId, at) =>
      startWhere(
        { organization, jobId, at, operation: "JobRepository.startWaiting" },
        sql`carried_by is null and ${ready} and not ${held}`,
      ),
    ),

    progress: Effect.fn("JobRepository.progress")(function* (claim, progress) {
      const { processed, message, total, rows_per_second, estimated_end } = progress
      const end = estimated_end === undefined || estimated_end === null ? null : toBigint(estimated_end)
      const [row] = yield* scopedWrite(
        sql,
        claim.organization,
        "JobRepository.progress",
        sql<{ readonly cancel_requested: boolean }>`
          update hangtag_job set processed = ${processed}, message = ${storedText(message)},
            total = coalesce(${total ?? null}::bigint, total), rows_per_second = ${rows_per_second ?? null}::integer,
            estimated_end = ${end}::bigint, heard_at = now()
          where ${jobWhere(claim.organization, claim.job_id)} and token = ${comparableUuid(claim.token)}
            and status = 'running'
          returning cancel_requested`,
      )
      return row === undefined ? "lost" : row.cancel_requested ? "cancel" : "continue"
    }),

    finish: Effect.fn("JobRepository.finish")(function* (claim, outcome, at) {
      const [row] = yield* scopedWrite(
        sql,
        claim.organization,
        "JobRepository.finish",
        sql<{ readonly status: JobOutcome["status"] }>`
          update hangtag_job set ${jobOutcomeColumns(sql, outcome, at)}, token = null,
            rows_per_second = null, estimated_end = null
          where ${jobWhere(claim.organization, claim.job_id)} and token = ${comparableUuid(claim.token)}
            and status = 'running'
          returning status`,
      )
      return row?.status ?? "lost"
    }),
  })
})

/** `JobRepository` on Postgres; the database must be migrated. */
export const PostgresJobRepository: Layer.Layer<JobRepository, never, SqlClient> = Layer.effect(
  JobRepository,
  make,
)
