import { randomUUID } from "node:crypto"
import { ExportQueue, JobLine, type JobReference, silentSeconds } from "@hangtag/core"
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

/** A job that seems to be first in line, and the message that held it before it fell silent. */
interface Candidate extends JobReference {
  readonly carried_by: string | null
  readonly taken: boolean
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const queue = yield* ExportQueue
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
        const first = yield* sql<Candidate>`
          select organization, job_id, carried_by, status = 'running' or carried_by is not null as taken
          ${waiting(lane)} and ${ready} ${inOrder} limit ${candidates}`
        const some = first.length > 0 || (yield* sql`select ${waiting(lane)} limit 1`).length > 0
        return { carried, first, some }
      }),
    )

  /** Unless it has been taken meanwhile, or the message holds another job. */
  const hold = (message: string, lane: string, { organization, job_id, carried_by, taken }: Candidate) =>
    scoped(
      sql,
      organization,
      "JobLine.next",
      sql<{ readonly attempt: number }>`
        update hangtag_job set carried_by = ${storedText(message)}, heard_at = now()
        where organization = ${organization} and job_id = ${job_id} and status in ('queued', 'running')
          and ${ready} and not ${held} and carried_by is not distinct from ${carried_by}
        returning attempt`.pipe(
        // the message was delivered twice, and the other delivery was faster
        Effect.mapError((error) => (sqlState(error) === "23505" ? ("faster" as const) : error)),
        Effect.tap(([held]) =>
          held !== undefined && taken
            ? queue.offer({ organization, job_id, lane, begun: held.attempt, again: randomUUID() })
            : Effect.void,
        ),
        Effect.map((rows) => rows.length > 0),
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
        for (const job of first) if (yield* hold(message, lane, job)) return reference(job)
      }
      return "later"
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

/** `JobLine` on Postgres; the database must be migrated, and the queue's offers join its transactions. */
export const PostgresJobLine: Layer.Layer<JobLine, never, ExportQueue | SqlClient> = Layer.effect(
  JobLine,
  make,
)
