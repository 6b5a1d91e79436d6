import { JobLine, type JobReference, silentSeconds } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sqlState } from "../sql/databaseUnavailable.ts"
import { housekeeping, scoped } from "../sql/scoped.ts"
import { comparable, storedText } from "../sql/storable.ts"
import { comparableUuid } from "./JobRow.ts"

/** As many as are likely to be taken by others between the look and the taking. */
const candidates = 16

/** Looks that may be in vain, as others take whoever is first in line. */
const looks = 5

const make = Effect.map(SqlClient, (sql) => {
  const reference = ({ organization, job_id }: JobReference): JobReference => ({ organization, job_id })
  // The clock was set back since: none of the job's times means anything now.
  const setBack = sql`heard_at > now() + interval '1 minute'`
  const ready = sql`(coalesce(not_before <= now(), true) or coalesce(${setBack}, false))`
  const held = sql`coalesce((status = 'running' or carried_by is not null)
    and heard_at > now() - make_interval(secs => ${silentSeconds}::integer) and not ${setBack}, false)`
  /** Those that wait in the lane; the core's `lineOrder` is `inOrder`. */
  const waiting = (lane: string) =>
    sql`from hangtag_job where lane = ${comparable(lane)} and status in ('queued', 'running') and not ${held}`
  const inOrder = sql`order by turn, created_at, job_id`

  const heldBy = (message: string) =>
    sql<JobReference>`select organization, job_id from hangtag_job where carried_by = ${storedText(message)}`

  const look = (message: string, lane: string) =>
    housekeeping(
      sql,
      "JobLine.next",
      Effect.gen(function* () {
        const [carried] = yield* heldBy(message)
        if (carried !== undefined) return { carried, first: [], some: true }
        const first = yield* sql<JobReference>`
          select organization, job_id ${waiting(lane)} and ${ready} ${inOrder} limit ${candidates}`
        const some = first.length > 0 || (yield* sql`select ${waiting(lane)} limit 1`).length > 0
        return { carried, first, some }
      }),
    )

  /** Unless it has been taken meanwhile, or the message holds another job. */
  const hold = (message: string, { organization, job_id }: JobReference) =>
    scoped(
      sql,
      organization,
      "JobLine.next",
      sql<{ readonly job_id: string }>`
        update hangtag_job set carried_by = ${storedText(message)}, heard_at = now()
        where organization = ${organization} and job_id = ${job_id} and status in ('queued', 'running')
          and ${ready} and not ${held}
        returning job_id`.pipe(
        Effect.map((rows) => rows.length > 0),
        // the message was delivered twice, and the other delivery was faster
        Effect.catchIf(
          (error) => sqlState(error) === "23505",
          () => Effect.fail("faster" as const),
        ),
      ),
    ).pipe(
      Effect.catchIf(
        (error) => error === "faster",
        () => Effect.succeed(false),
      ),
    )

  return JobLine.of({
    next: Effect.fn("JobLine.next")(function* (message, lane) {
      for (let nth = 0; nth < looks; nth++) {
        const { carried, first, some } = yield* look(message, lane)
        if (carried !== undefined) return carried
        if (!some) return "none"
        if (first.length === 0) return "later"
        for (const job of first) if (yield* hold(message, job)) return reference(job)
      }
      return "later"
    }),

    release: Effect.fn("JobLine.release")(function* (message) {
      const [job] = yield* housekeeping(sql, "JobLine.release", heldBy(message))
      if (job === undefined) return
      yield* scoped(
        sql,
        job.organization,
        "JobLine.release",
        sql`update hangtag_job set carried_by = null
          where organization = ${job.organization} and job_id = ${job.job_id}
            and carried_by = ${storedText(message)} and status not in ('queued', 'running')`,
      )
    }),

    place: Effect.fn("JobLine.place")(function* (organization, jobId) {
      const [row] = yield* scoped(
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
      housekeeping(
        sql,
        "JobLine.waiting",
        sql<JobReference>`select organization, job_id ${waiting(lane)} and ${ready} ${inOrder} limit ${limit}`,
      ),
    ),
  })
})

/** `JobLine` on Postgres; the database must be migrated. */
export const PostgresJobLine: Layer.Layer<JobLine, never, SqlClient> = Layer.effect(JobLine, make)
