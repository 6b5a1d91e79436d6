import { type ClaimedJob, JobQueue, JobRepository, Transaction, type Unavailable } from "@hangtag/core"
import { jobQueuePromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ageHeartbeat } from "../ageHeartbeat.ts"
import { answers, asksWith, broken } from "./broken.ts"
import { notices, waitsForever } from "./notices.ts"

type Claimed = Effect.Effect<ReadonlyArray<ClaimedJob>, Unavailable>
type Given = (claimed: ClaimedJob) => ClaimedJob

/** Changes what both ways of claiming give. */
const giving = (change: Given) =>
  broken(JobQueue, ({ claim, claimJob }) => ({
    claim: (...args) => Effect.map(claim(...args), (some) => some.map(change)),
    claimJob: (...args) => Effect.map(claimJob(...args), Option.map(change)),
  }))

/** Changes how runs end. */
const handingBack = (delay: number) =>
  asksWith(JobRepository, "finish", 1, (outcome) =>
    outcome.status === "queued" ? { ...outcome, delay } : outcome,
  )

/** Gives also the first job that anybody claimed of the lane before, as if its lease had run out. */
const givingAgain = () =>
  broken(JobQueue, ({ claim, claimJob }) => {
    const before = new Map<string, ClaimedJob>()
    return {
      claim: (lane, limit, at): Claimed =>
        Effect.map(claim(lane, limit, at), (some) => {
          const first = before.get(lane)
          if (some[0] !== undefined) before.set(lane, some[0])
          before.delete(some.length === 0 ? lane : "")
          return some.length === 0 && first !== undefined ? [first] : some
        }),
      claimJob,
    }
  })

/** Tells positions in the order of asking, of all callers. */
const firstComeFirstServed = () => {
  const asked: Array<{ readonly job_id: string; readonly lane: string }> = []
  const asking = broken(JobRepository, ({ create }) => ({
    create: (...args) => Effect.tap(create(...args), (job) => Effect.sync(() => asked.push(job))),
  }))
  return broken(
    JobQueue,
    ({ position, ready }) => ({
      position: (organization, jobId) =>
        Effect.gen(function* () {
          const job = asked.find(({ job_id }) => job_id === jobId)
          if (job === undefined) return yield* position(organization, jobId)
          const waits = new Set((yield* ready(job.lane, 1_000)).map(({ job_id }) => job_id))
          return Option.some(asked.filter(({ job_id }) => waits.has(job_id)).indexOf(job) + 1)
        }),
    }),
    asking,
  )
}

/** Leaves a job to the run that had it, however long that gave no heartbeat. */
const neverAgain = broken(JobQueue, ({ claim, claimJob, ready }) => ({
  claim: (...args) => Effect.map(claim(...args), (some) => some.filter(({ job }) => job.failures === 0)),
  claimJob: (...args) =>
    Effect.map(
      claimJob(...args),
      Option.filter(({ job }) => job.failures === 0),
    ),
  ready: (lane) => ready(lane, 0),
}))
const sameToken = giving((claimed) => ({ ...claimed, claim: { ...claimed.claim, token: "token" } }))
/** Tells a position of whatever it is asked for. */
const anyPosition = broken(JobQueue, ({ position }) => ({
  position: (...args) =>
    Effect.map(
      position(...args),
      Option.orElse(() => Option.some(1)),
    ),
}))

notices("jobQueueSuite", jobQueuePromises(ageHeartbeat), {
  "gives the oldest job of its lane, and none where none waits": broken(
    JobQueue,
    ({ claim }) => ({ claim: (_, ...rest) => claim("only", ...rest) }),
    asksWith(JobRepository, "create", 1, () => ({ lane: "only" })),
  ),
  "gives as many as were asked for, in their order": [
    asksWith(JobQueue, "claim", 1, () => 1),
    asksWith(JobQueue, "claim", 1, (limit) => limit + 1),
    answers(JobQueue, "claim", (some) => some.toReversed()),
  ],
  "gives every job to exactly one claim, in the order that it gave": answers(JobQueue, "ready", (some) =>
    some.toReversed(),
  ),
  "lets organizations take turns: fifty jobs of one keep another's only one back for one run":
    firstComeFirstServed(),
  // looks for the first and claims it later
  "gives many claims at once other jobs each": broken(JobQueue, ({ claim, ready }, ports) => ({
    claim: (lane, limit, at) =>
      Effect.gen(function* () {
        const first = yield* ready(lane, limit)
        yield* Effect.yieldNow
        const claimed = yield* claim(lane, limit, at)
        const jobs = Context.get(ports, JobRepository)
        const some: Array<ClaimedJob> = []
        for (const { organization, job_id } of first) {
          const job = Option.getOrThrow(yield* jobs.find(organization, job_id))
          some.push({ job, request: null, claim: { organization, job_id, token: "" } })
        }
        return some.length > 0 ? some : claimed
      }),
  })),
  // looks whether a job is ready and claims it later
  "gives one of many who ask for the same job at once the claim": broken(JobQueue, ({ claimJob }, ports) => ({
    claimJob: (job, at) =>
      Effect.gen(function* () {
        const found = yield* Context.get(ports, JobRepository).find(job.organization, job.job_id)
        yield* Effect.yieldNow
        const claimed = yield* claimJob(job, at)
        const isQueued = Option.filter(found, ({ status }) => status === "queued")
        return Option.orElse(claimed, () =>
          Option.map(isQueued, (job) => ({ job, request: null, claim: { ...job, token: "" } })),
        )
      }),
  })),
  "lets a job that is handed back wait where it was": handingBack(60_000),
  "keeps a job back for its delay": handingBack(0),
  // takes a job that was begun once for one that runs
  "gives a failed job's other life a turn": broken(JobQueue, ({ position }, ports) => ({
    position: (organization, jobId) =>
      Effect.flatMap(Context.get(ports, JobRepository).find(organization, jobId), (found) =>
        Option.exists(found, ({ attempt }) => attempt > 0)
          ? Effect.succeedNone
          : position(organization, jobId),
      ),
  })),
  "leaves out jobs that were cancelled": anyPosition,
  "tells no position of another organization's job, or of one that there is not": anyPosition,
  "gives the trace of what asked for the job along, or none": giving((claimed) => ({
    ...claimed,
    trace: claimed.job.job_id,
  })),
  "claims what it gives: running, attempt 1, announced the same by both ways": giving((claimed) => ({
    ...claimed,
    job: { ...claimed.job, attempt: 0 },
  })),
  "lets the first claim of a job that was claimed again change nothing": sameToken,
  // claims whichever is the first, whatever is named
  "claims the very job that is named, if it is ready, and no other one": broken(
    JobQueue,
    ({ claim, claimJob }, ports) => ({
      claimJob: (job, at) =>
        Effect.gen(function* () {
          const found = yield* Context.get(ports, JobRepository).find(job.organization, job.job_id)
          if (Option.isNone(found)) return yield* claimJob(job, at)
          const [first] = yield* claim(found.value.lane, 1, at)
          return Option.fromUndefinedOr(first)
        }),
    }),
  ),
  "lets a job be claimed in the transaction that creates it, before anybody else can": broken(
    JobQueue,
    ({ claimJob }) => ({ claimJob: (...args) => Effect.as(claimJob(...args), Option.none()) }),
  ),
  "gives no one a job of a transaction that is rolled back": broken(Transaction, () => ({
    atomically: (effect) => effect,
  })),
  "changes nothing through a claim whose job has ended": answers(
    JobRepository,
    "finish",
    (_, [, { status }]) => status,
  ),
  "wakes a waiter when a job was queued": waitsForever(
    broken(JobQueue, () => ({ notified: () => Effect.never })),
  ),
  "gives a job again once its lease has run out, not before, and counts the run that had it as failed": [
    giving((claimed) => ({ ...claimed, job: { ...claimed.job, failures: 0 } })),
    giving((claimed) => ({ ...claimed, taken_over: false })),
    givingAgain(),
  ],
  "gives a job whose lease has run out to one of many who ask at once": neverAgain,
  "gives a job whose lease has run out its place in the queue": neverAgain,
  "keeps a job for a run that gives heartbeats": givingAgain(),
  "cancels at once a job whose run has missed its heartbeats, and no one gets it then": broken(
    JobRepository,
    ({ cancel, find }) => ({
      cancel: (organization, jobId, at) =>
        Effect.flatMap(find(organization, jobId), (found) =>
          Option.isSome(found) && found.value.status === "running"
            ? Effect.succeed(Option.some({ ...found.value, cancel_requested: true }))
            : cancel(organization, jobId, at),
        ),
    }),
  ),
  "says to the next run of a job that a caller asked to stop the one that died": giving((claimed) => ({
    ...claimed,
    job: { ...claimed.job, cancel_requested: false },
  })),
})
