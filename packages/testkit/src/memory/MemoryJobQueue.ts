import {
  type ClaimedJob,
  defaultLeaseSeconds,
  type Instant,
  instantFromMicros,
  JobQueue,
  type JobReference,
  queueOrder,
} from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { allJobs, findJob, hasEnded, jobRecord, noPace, saveJob } from "./jobSteps.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import type { MemoryState, StoredJob } from "./MemoryState.ts"

/** The moment from which on the job can be claimed, which has not ended; milliseconds. */
const readyAt = ({ status, heartbeat_at, not_before }: StoredJob): number =>
  status === "queued" ? not_before : heartbeat_at + defaultLeaseSeconds * 1000

const openIn = (state: MemoryState, lane: string): ReadonlyArray<StoredJob> =>
  allJobs(state).filter((job) => job.lane === lane && !hasEnded(job))

const readyIn = (state: MemoryState, lane: string, now: number, limit: number): ReadonlyArray<StoredJob> =>
  openIn(state, lane)
    .filter((job) => readyAt(job) <= now)
    .sort(queueOrder)
    .slice(0, limit)

const reference = ({ organization, job_id }: StoredJob): JobReference => ({ organization, job_id })

const claim = (
  state: MemoryState,
  jobs: ReadonlyArray<StoredJob>,
  at: Instant,
  now: number,
): readonly [ReadonlyArray<ClaimedJob>, MemoryState] => {
  const begun = jobs.map((job): StoredJob & { readonly token: string } => ({
    ...job,
    ...noPace,
    status: "running",
    attempt: job.attempt + 1,
    failures: job.failures + (job.status === "running" ? 1 : 0),
    heartbeat_at: now,
    started_at: job.started_at ?? instantFromMicros(at),
    token: crypto.randomUUID(),
  }))
  return [
    begun.map((job, index) => ({
      job: jobRecord(job),
      request: job.request,
      claim: { ...reference(job), token: job.token },
      taken_over: jobs[index]!.status === "running",
      trace: job.trace,
    })),
    begun.reduce(saveJob, state),
  ]
}

/** The queue by looking at every job. */
export const memoryJobQueue: Layer.Layer<JobQueue, never, MemoryCatalog> = Layer.effect(
  JobQueue,
  Effect.map(MemoryCatalog, ({ read, write, nextChange }) => {
    const now = Clock.currentTimeMillis
    return JobQueue.of({
      claim: (lane, limit, at) =>
        Effect.flatMap(now, (now) =>
          write((state) => claim(state, readyIn(state, lane, now, limit), at, now)),
        ),
      claimJob: ({ organization, job_id }, at) =>
        Effect.flatMap(now, (now) =>
          write((state) => {
            const job = findJob(state, organization, job_id)
            const isReady = job !== undefined && !hasEnded(job) && readyAt(job) <= now
            const [claimed, after] = claim(state, isReady ? [job] : [], at, now)
            return [Option.fromUndefinedOr(claimed[0]), after]
          }),
        ),
      ready: (lane, limit) =>
        Effect.flatMap(now, (now) => read((state) => readyIn(state, lane, now, limit).map(reference))),
      position: (organization, jobId) =>
        Effect.flatMap(now, (now) =>
          read((state) => {
            const job = findJob(state, organization, jobId)
            if (job?.status !== "queued") return Option.none()
            const waiting = openIn(state, job.lane).filter(
              (each) => each.status === "queued" || readyAt(each) <= now,
            )
            return Option.some(waiting.filter((each) => queueOrder(each, job) <= 0).length)
          }),
        ),
      notified: Effect.fnUntraced(function* (lane) {
        while (true) {
          const change = yield* nextChange
          const next = yield* read((state) => Math.min(...openIn(state, lane).map(readyAt)))
          const wait = next - (yield* now)
          if (wait <= 0) return
          yield* Effect.raceFirst(change, Number.isFinite(wait) ? Effect.sleep(wait) : Effect.never)
        }
      }),
    })
  }),
)
