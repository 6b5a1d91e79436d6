import { randomUUID } from "node:crypto"
import { ExportQueue, JobLine, type JobReference, silentSeconds } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sqlState } from "../sql/databaseUnavailable.ts"
import { housekeepingRead, scoped, scopedRead, scopedWrite } from "../sql/scoped.ts"
import { comparable, storedText } from "../sql/storable.ts"
import { comparableUuid } from "./JobRow.ts"
import { lineConditions } from "./lineConditions.ts"

/** As many as are likely to be taken by others between the look and the taking. */
const candidates = 16

/** Looks that may be in vain, as others take whoever is first in line. */
const looks = 5

/** A job that seems to be first in line, and the message that held it before it fell silent. */
interface Candidate extends JobReference {
  readonly carried_by: string | null
  readonly taken: boolean
  /** Whether the message that asks holds it. */
  readonly carried: boolean
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const queue = yield* ExportQueue
  const reference = ({ organization, job_id }: JobReference): JobReference => ({ organization, job_id })
  const { ready, held } = lineConditions(sql)
  const open = (lane: string) =>
    sql`from hangtag_job where lane = ${comparable(lane)} and status in ('queued', 'running')`
  /** Those that wait in the lane; the core's `lineOrder` is `inOrder`. */
  const waiting = (lane: string) => sql`${open(lane)} and not ${held}`
  const inOrder = sql`order by turn, created_at, job_id`

  /** The job that the message holds, or else those that seem to be first in line. */
  const look = (message: string, lane: string) =>
    housekeepingRead(
      sql,
      "JobLine.next",
      sql<Candidate>`
        select organization, job_id, carried_by, taken, carried from (
          select organization, job_id, carried_by, true as taken, true as carried, turn, created_at
          from hangtag_job where carried_by = ${storedText(message)}
          union all (
            select organization, job_id, carried_by, status = 'running' or carried_by is not null, false, turn, created_at
            ${waiting(lane)} and ${ready} ${inOrder} limit ${candidates})) seen
        order by carried desc, turn, created_at, job_id`,
    )

  /** Whether a job waits, or runs without a message and may come to wait. */
  const anyWaits = (lane: string) =>
    Effect.map(
      housekeepingRead(
        sql,
        "JobLine.next",
        sql`select ${open(lane)} and (carried_by is null or not ${held}) limit 1`,
      ),
      (rows) => rows.length > 0,
    )

  /**
   * The first of the organization's free jobs that nobody else is taking, unless the message holds another job. They
   * are looked up one after the other, which ends with the first that is locked here.
   */
  const holdFree = (message: string, organization: string, jobs: ReadonlyArray<string>) =>
    Effect.map(
      scopedWrite(
        sql,
        organization,
        "JobLine.next",
        sql<{ readonly job_id: string }>`
          update hangtag_job set carried_by = ${storedText(message)}, heard_at = now()
          where organization = ${organization} and job_id = (
            select free.job_id from unnest(${jobs}::uuid[]) c(job_id) cross join lateral (
              select job_id from hangtag_job where organization = ${organization} and job_id = c.job_id
                and status = 'queued' and carried_by is null and ${ready} for update skip locked) free limit 1)
          returning job_id`,
        // the message was delivered twice, and the other delivery was faster
        { duplicate: [] },
      ),
      ([held]) => held?.job_id,
    )

  /** False where it gave a sign or was taken meanwhile, or the message holds another job. */
  const holdSilent = (message: string, lane: string, { organization, job_id, carried_by }: Candidate) =>
    scoped(
      sql,
      organization,
      "JobLine.next",
      sql<{ readonly attempt: number }>`
        update hangtag_job set carried_by = ${storedText(message)}, heard_at = now()
        where organization = ${organization} and job_id = ${job_id} and status in ('queued', 'running')
          and ${ready} and not ${held} and carried_by is not distinct from ${carried_by}
        returning attempt`.pipe(
        Effect.mapError((error) => (sqlState(error) === "23505" ? ("faster" as const) : error)),
        Effect.tap(([held]) =>
          held === undefined
            ? Effect.void
            : queue.offer({ organization, job_id, lane, begun: held.attempt, again: randomUUID() }),
        ),
        Effect.map((rows) => rows.length > 0),
      ),
    ).pipe(
      Effect.catchIf(
        (error) => error === "faster",
        () => Effect.succeed(false),
      ),
    )

  /** The first of them that is still to be had, in their order. */
  const holdFirst = Effect.fnUntraced(function* (
    message: string,
    lane: string,
    line: ReadonlyArray<Candidate>,
  ) {
    for (let from = 0; from < line.length; ) {
      const first = line[from]!
      if (first.taken) {
        if (yield* holdSilent(message, lane, first)) return reference(first)
        from++
        continue
      }
      const rest = line.slice(from)
      const end = rest.findIndex((job) => job.taken || job.organization !== first.organization)
      const free = rest.slice(0, end === -1 ? undefined : end).map((job) => job.job_id)
      const job_id = yield* holdFree(message, first.organization, free)
      if (job_id !== undefined) return reference({ organization: first.organization, job_id })
      from += free.length
    }
    return undefined
  })

  return JobLine.of({
    next: Effect.fn("JobLine.next")(function* (message, lane) {
      for (let nth = 0; nth < looks; nth++) {
        const seen = yield* look(message, lane)
        if (seen.length === 0) return (yield* anyWaits(lane)) ? "later" : "none"
        if (seen[0]!.carried) return reference(seen[0]!)
        const job = yield* holdFirst(message, lane, seen)
        if (job !== undefined) return job
      }
      return "later"
    }),

    place: Effect.fn("JobLine.place")(function* (organization, jobId) {
      const [row] = yield* scopedRead(
        sql,
        organization,
        "JobLine.place",
        sql<{ readonly place: number | null }>`
          select case when status <> 'queued' then null when ${held} then 1
            else hangtag_place(lane, turn, created_at, job_id, ${silentSeconds}::integer) end as place
          from hangtag_job where organization = ${comparable(organization)} and job_id = ${comparableUuid(jobId)}`,
      )
      return Option.fromNullishOr(row?.place)
    }),

    waiting: Effect.fn("JobLine.waiting")((lane, limit) =>
      housekeepingRead(
        sql,
        "JobLine.waiting",
        sql<JobReference>`select organization, job_id ${waiting(lane)} and ${ready} ${inOrder} limit ${limit}`,
      ),
    ),
  })
})

/** `JobLine` on Postgres; the database must be migrated, and the queue's offers join its transactions. */
export const PostgresJobLine: Layer.Layer<JobLine, never, ExportQueue | SqlClient> = Layer.effect(
  JobLine,
  make,
)
