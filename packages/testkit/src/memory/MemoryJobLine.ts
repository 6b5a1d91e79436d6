import { ExportQueue, JobLine, type JobReference, lineOrder } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isHeld } from "./isHeld.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import {
  type MemoryState,
  organizationOf,
  type StoredJob,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"

const allJobs = (state: MemoryState): ReadonlyArray<StoredJob> =>
  [...state.organizations.values()].flatMap(({ jobs }) => [...jobs.values()])

const openIn = (state: MemoryState, lane: string): ReadonlyArray<StoredJob> =>
  allJobs(state).filter((job) => job.lane === lane && job.finished_at === null)

const lineOf = (state: MemoryState, lane: string, now: number): ReadonlyArray<StoredJob> =>
  openIn(state, lane)
    .filter((job) => !isHeld(job, now))
    .sort(lineOrder)

const reference = ({ organization, job_id }: StoredJob) => ({ organization, job_id })

interface Taken {
  readonly next: JobReference | "none" | "later"
  /** The job as it was, where it was taken from another message or run. */
  readonly from?: StoredJob | undefined
}

const take = (
  state: MemoryState,
  message: string,
  lane: string,
  now: number,
): readonly [Taken, MemoryState] => {
  const carried = allJobs(state).find(({ carried_by }) => carried_by === message)
  if (carried !== undefined) return [{ next: reference(carried) }, state]
  const line = lineOf(state, lane, now)
  const job = line.find(({ not_before }) => not_before <= now)
  if (job === undefined) {
    const anyWaits = line.length > 0 || openIn(state, lane).some(({ carried_by }) => carried_by === null)
    return [{ next: anyWaits ? "later" : "none" }, state]
  }
  const { jobs } = organizationOf(state, job.organization)
  const held: StoredJob = { ...job, carried_by: message, heard_at: now }
  return [
    { next: reference(job), from: job.carried_by !== null || job.status === "running" ? job : undefined },
    withOrganization(state, job.organization, { jobs: withEntry(jobs, job.job_id, held) }),
  ]
}

/** The line by looking at every job. */
export const memoryJobLine: Layer.Layer<JobLine, never, ExportQueue | MemoryCatalog> = Layer.effect(
  JobLine,
  Effect.gen(function* () {
    const { read, write, atomically } = yield* MemoryCatalog
    const queue = yield* ExportQueue
    const now = Clock.currentTimeMillis
    return JobLine.of({
      next: Effect.fnUntraced(function* (message, lane) {
        const at = yield* now
        const { next, from } = yield* write((state) => take(state, message, lane, at))
        if (from === undefined) return next
        const { organization, job_id, attempt: begun } = from
        yield* queue.offer({ organization, job_id, lane, begun, again: crypto.randomUUID() })
        return next
      }, atomically),
      place: (organization, jobId) =>
        Effect.flatMap(now, (now) =>
          read((state) => {
            const job = organizationOf(state, organization).jobs.get(jobId)
            if (job?.status !== "queued") return Option.none()
            return Option.some(Math.max(1, lineOf(state, job.lane, now).indexOf(job) + 1))
          }),
        ),
      waiting: (lane, limit) =>
        Effect.flatMap(now, (now) =>
          read((state) =>
            lineOf(state, lane, now)
              .filter(({ not_before }) => not_before <= now)
              .slice(0, limit)
              .map(reference),
          ),
        ),
    })
  }),
)
