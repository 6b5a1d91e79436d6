import {
  cancelledMessage,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  missedHeartbeatSeconds,
  TooManyOpen,
} from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { csv, type Fragment } from "effect/sql/Statement"
import { countedPage, foundIn, type Listed } from "../database/listPage.ts"
import { comparable, comparableUuid, storedText, toBigint } from "../database/parameters.ts"
import { scoped, scopedRead, scopedWrite } from "../database/scoped.ts"
import { noteContact } from "./contact.ts"
import { jobColumns, jobOutcomeColumns } from "./JobRow.ts"
import { channels } from "./Notifications.ts"

/** Where nothing limits the open jobs none are counted, and no call waits for one that adds others. */
const isLimited = (openLimit: number) => Number.isFinite(openLimit)

const make = Effect.map(SqlClient, (sql) => {
  const columns = sql.literal(jobColumns)
  const one = (
    rows: ReadonlyArray<JobRecord & { readonly notified?: unknown; readonly notified_workers?: unknown }>,
  ) => Option.map(Option.fromUndefinedOr(rows[0]), ({ notified: _, notified_workers: _w, ...job }) => job)
  const jobWhere = (organization: string, jobId: string) =>
    sql`organization = ${comparable(organization)} and job_id = ${comparableUuid(jobId)}`
  const select = (organization: string, jobId: string) =>
    sql<JobRecord>`select ${columns} from hangtag_job where ${jobWhere(organization, jobId)}`

  /** Another value where no run of the job is alive; a heartbeat from the future is from before the clock was set back. */
  const unlessAlive = (column: string, value: Fragment) => {
    const now = sql.literal(column)
    return sql`${now} = case when status = 'queued' or heartbeat_at is null
      or heartbeat_at not between now() - make_interval(secs => ${missedHeartbeatSeconds}::integer) and now() + interval '1 minute'
      then ${value} else ${now} end`
  }
  const cancelledText = sql`case attempt when 0 then ${cancelledMessage(0)} else ${cancelledMessage(1)} end`

  const tooMany = (open: number, limit: number) => new TooManyOpen({ resource: "export", open, limit })

  // Beside what a statement gives, sent once that is committed: to watchers of the job, to workers of its lane, to both.
  const changed = sql`pg_notify(${channels.changed}, job_id::text)`
  const queued = sql`pg_notify(${channels.queued}, lane)`

  return JobRepository.of({
    create: Effect.fn("JobRepository.create")(function* (organization, job, openLimit = Infinity) {
      const [row] = yield* scopedWrite(
        sql,
        organization,
        "JobRepository.create",
        sql<JobRecord & { readonly open: number; readonly notified: unknown }>`
          with room as materialized (
            select ${isLimited(openLimit) ? sql`hangtag_open_jobs(${comparable(organization)})` : sql`0`} as open),
          created as (
            insert into hangtag_job (organization, requested_by, request, needs, status, total, lane, turn, message, created_at)
            select ${comparable(organization)}, ${storedText(job.requested_by)}, ${JSON.stringify({ ...job.request, traceparent: job.trace })},
              ${job.needs}::text[], 'queued', ${job.total}, ${storedText(job.lane)},
              hangtag_turn(${comparable(organization)}, ${storedText(job.lane)}), ${storedText(job.message)}, ${toBigint(job.created_at)}
            from room ${isLimited(openLimit) ? sql`where open < ${openLimit}` : sql``}
            returning ${columns}, ${queued} as notified)
          select open, created.* from room left join created on true`,
      )
      const { open, notified: _, ...created } = row!
      if (created.job_id === null) return yield* tooMany(open, openLimit)
      return created
    }),

    find: Effect.fn("JobRepository.find")((organization, jobId) =>
      Effect.map(scopedRead(sql, organization, "JobRepository.find", select(organization, jobId)), one),
    ),

    list: Effect.fn("JobRepository.list")(function* (
      organization,
      { status, requested_by, permissions, limit, after },
    ) {
      const from = sql`from hangtag_job j where j.organization = ${comparable(organization)}
        and j.needs <@ ${permissions}::text[]
        ${status === null ? sql`` : sql`and j.status = ${status}`}
        ${requested_by === null ? sql`` : sql`and j.requested_by = ${storedText(requested_by)}`}`
      const rest =
        after === null
          ? sql``
          : sql`and (j.created_at, j.job_id) < (${toBigint(after.created_at)}, ${comparableUuid(after.job_id)}::uuid)`
      const inOrder = sql`order by j.created_at desc, j.job_id desc`
      const page = sql`select ${columns} ${from} ${rest} ${inOrder} limit ${limit + 1}`
      const rows = yield* scopedRead(
        sql,
        organization,
        "JobRepository.list",
        sql<Listed<JobRecord>>`${countedPage(sql, from, page, "r.created_at desc, r.job_id desc", inOrder)}`,
      )
      return foundIn<JobRecord & { readonly counted: number }, JobRecord>(
        rows,
        "job_id",
        limit,
        ({ counted: _, ...job }) => job,
      )
    }),

    cancel: Effect.fn("JobRepository.cancel")((organization, jobId, at) => {
      const work = Effect.gen(function* () {
        const cancelled = yield* sql<JobRecord>`
          update hangtag_job set cancel_requested = true, ${csv([
            unlessAlive("status", sql`'cancelled'`),
            unlessAlive("message", cancelledText),
            unlessAlive("finished_at", sql`${toBigint(at)}`),
            ...["request", "token", "rows_per_second", "estimated_end"].map((column) =>
              unlessAlive(column, sql`null`),
            ),
          ])}
          where ${jobWhere(organization, jobId)} and status in ('queued', 'running')
          returning ${columns}, ${changed} as notified`
        return one(cancelled.length > 0 ? cancelled : yield* select(organization, jobId))
      })
      return scoped(sql, organization, "JobRepository.cancel", work)
    }),

    retry: Effect.fn("JobRepository.retry")((organization, jobId, message, openLimit = Infinity) => {
      const mayBe = sql`${jobWhere(organization, jobId)} and status = 'failed' and request is not null`
      const work = Effect.gen(function* () {
        if (isLimited(openLimit)) {
          const [room] = yield* sql<{ readonly open: number }>`
            select hangtag_open_jobs(organization) as open from hangtag_job where ${mayBe}`
          if (room !== undefined && room.open >= openLimit) return yield* tooMany(room.open, openLimit)
        }
        const retried = yield* sql<JobRecord>`
          update hangtag_job set status = 'queued', message = ${storedText(message)}, cancel_requested = false,
            finished_at = null, failures = 0, not_before = null, turn = hangtag_turn(organization, lane)
          where ${mayBe}
          returning ${columns}, ${changed} as notified, ${queued} as notified_workers`
        return one(retried.length > 0 ? retried : yield* select(organization, jobId))
      })
      return scoped(sql, organization, "JobRepository.retry", work)
    }),

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
            estimated_end = ${end}::bigint, heartbeat_at = now()
          where ${jobWhere(claim.organization, claim.job_id)} and token = ${comparableUuid(claim.token)}
            and status = 'running'
          returning cancel_requested`,
      ).pipe(noteContact(sql))
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
          returning status, ${changed} as notified,
            case when status = 'queued' and not_before is null then ${queued} end as notified_workers`,
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
