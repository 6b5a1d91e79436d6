import {
  allPermissions,
  type BrandedInstant,
  isChangeSheet,
  isPriceSheet,
  type JobClaim,
  type JobProgress,
  JobQueue,
  JobRepository,
} from "@hangtag/core"
import { jobRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answers, asks, asksWith, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes a job by its last claim, whatever claim is shown. */
const takingLatest = () => {
  const latest = new Map<string, JobClaim>()
  const current = (claim: JobClaim) => latest.get(claim.job_id) ?? claim
  return broken(
    JobRepository,
    ({ progress, finish }) => ({
      progress: (claim, ...rest) => progress(current(claim), ...rest),
      finish: (claim, ...rest) => finish(current(claim), ...rest),
    }),
    broken(JobQueue, ({ claimJob }) => ({
      claimJob: (...args) =>
        Effect.tap(claimJob(...args), (claimed) =>
          Effect.sync(() => Option.isSome(claimed) && latest.set(args[0].job_id, claimed.value.claim)),
        ),
    })),
  )
}

type Jobs = JobRepository["Service"]
type Found = Option.Option.Value<Effect.Success<ReturnType<Jobs["find"]>>>
type Finish = Jobs["finish"]
type Outcome = Parameters<Finish>[1]

/** Changes how runs give their jobs back; `givesBack` does so whether or not a caller asked to stop. */
const givingBack = (change: (jobs: JobRepository["Service"] & { readonly givesBack: Finish }) => Finish) =>
  broken(JobRepository, (jobs) => {
    const givesBack: Finish = (claim, outcome, at) =>
      Effect.gen(function* () {
        const { organization, job_id } = claim
        const ended = yield* jobs.finish(claim, { status: "failed", message: "", error: "" }, at)
        if (ended === "lost") return ended
        yield* Effect.catchTag(jobs.retry(organization, job_id, outcome.message), "TooManyOpen", Effect.die)
        return "queued"
      })
    const changed = change({ ...jobs, givesBack })
    return {
      finish: (claim, outcome, at) =>
        (outcome.status === "queued" ? changed : jobs.finish)(claim, outcome, at),
    }
  })

/** Asks such jobs to stop that end at once where they are cancelled. */
const asking = (waits: (job: Found) => boolean) =>
  broken(JobRepository, ({ cancel, find }) => ({
    cancel: (organization, jobId, at) =>
      Effect.flatMap(find(organization, jobId), (found) =>
        Option.exists(found, waits)
          ? Effect.succeed(Option.map(found, (job) => ({ ...job, cancel_requested: true })))
          : cancel(organization, jobId, at),
      ),
  }))
/** Changes how runs end. */
const finishing = (change: (outcome: Outcome) => Outcome) =>
  asks(JobRepository, "finish", (claim, outcome, at) => [claim, change(outcome), at])
const saysThatItFinished = answers(JobRepository, "finish", (_, [, { status }]) => status)
/** Keeps what it knows of a request only. */
const lossy = broken(JobRepository, ({ create }) => ({
  create: (organization, { request, ...job }) =>
    create(organization, {
      ...job,
      request: isChangeSheet(request)
        ? { batch_key: request.batch_key, export_format: request.export_format }
        : isPriceSheet(request)
          ? { price_sheet: request.price_sheet, export_format: request.export_format }
          : { ...request, label_keys: request.label_keys?.length ? request.label_keys : null },
    }),
}))

notices("jobRepositorySuite", jobRepositoryPromises, {
  "looks at each member of a selection": asksWith(JobRepository, "list", 1, () => ({ status: null })),
  "asks the run of a running job to stop": [
    answers(JobRepository, "progress", (given) => (given === "cancel" ? "continue" : given)),
    // ends a running job at once
    answers(JobRepository, "cancel", (_, [, , at]) => ({ status: "cancelled" as const, finished_at: at })),
  ],
  "cancels a queued job at once": asking(({ status }) => status === "queued"),
  "cancels at once a job that waits for another attempt": asking(
    ({ status, attempt }) => status === "queued" && attempt > 0,
  ),
  // lets a job wait again that a caller asked to stop
  "ends a job as cancelled that its run gives back after a caller asked to stop": givingBack(
    ({ givesBack }) => givesBack,
  ),
  // looks whether a caller asked to stop and gives the job back later
  "leaves no job waiting that is cancelled while its run gives it back": givingBack(
    ({ find, finish, givesBack }) =>
      (claim, outcome, at) =>
        Effect.gen(function* () {
          const before = yield* find(claim.organization, claim.job_id)
          yield* Effect.yieldNow
          const isAsked = Option.exists(before, (job) => job.cancel_requested)
          return yield* (isAsked ? finish : givesBack)(claim, outcome, at)
        }),
  ),
  "ends a job as cancelled": answers(JobRepository, "find", (job) =>
    job.status === "cancelled" ? { cancel_requested: false } : {},
  ),
  "takes no claim but the one it gave": takingLatest(),
  "lists jobs, the newest first, each once whatever the page": answers(
    JobRepository,
    "list",
    ({ items }) => ({
      total: items.length,
    }),
  ),
  "lists jobs of one status, and of who asked for them": asksWith(JobRepository, "list", 1, () => ({
    requested_by: null,
  })),
  "lists jobs that need no other permission, and counts no others": asksWith(
    JobRepository,
    "list",
    1,
    () => ({ permissions: [...allPermissions] }),
  ),
  "tells of each job whether what it was asked for is kept": answers(JobRepository, "list", ({ items }) => ({
    items: items.map((job) => ({ ...job, has_request: true })),
  })),
  "lists nothing of another organization": broken(JobRepository, ({ create, list }) => ({
    create: (_, ...rest) => create("everybody", ...rest),
    list: (_, selection) => list("everybody", selection),
  })),
  "never changes a job that has ended": saysThatItFinished,
  // keeps sizes in 32 bits
  "completes a job with its file": finishing((outcome) =>
    outcome.status === "completed"
      ? { ...outcome, file: { ...outcome.file, size: outcome.file.size | 0 } }
      : outcome,
  ),
  "hands a job back to be claimed again": finishing((outcome) =>
    outcome.status === "queued" ? { ...outcome, error: null } : outcome,
  ),
  "fails a job with what went wrong": finishing((outcome) =>
    outcome.status === "failed" ? { ...outcome, error: "" } : outcome,
  ),
  "gives the run of a job what that was asked for, exactly": lossy,
  "gives the run of a change sheet what that was asked for, exactly": lossy,
  "keeps a new job queued, without what it was asked for": broken(JobRepository, ({ create }) => ({
    create: (organization, job, limit) =>
      Effect.map(create(organization, job, limit), (kept) => ({ ...kept, request: job.request })),
  })),
  "keeps what a failed job was asked for, for another life": answers(JobQueue, "claimJob", ({ job }) =>
    job.attempt > 1 ? { request: null } : {},
  ),
  // counts first and creates later
  "creates no more than may be open, however many come at once": broken(JobRepository, ({ create, find }) => {
    const jobs = new Map<string, Array<string>>()
    return {
      create: (organization, job, limit = 0) =>
        Effect.gen(function* () {
          const own = jobs.get(organization) ?? []
          const found = yield* Effect.forEach(own, (jobId) => find(organization, jobId))
          const open = found.filter((each) => Option.exists(each, (is) => is.finished_at === null)).length
          yield* Effect.yieldNow
          if (open >= limit) return yield* create(organization, job, limit)
          const created = yield* create(organization, job)
          jobs.set(organization, [...(jobs.get(organization) ?? []), created.job_id])
          return created
        }),
    }
  }),
  "gives a failed job another life only where there is room": asks(
    JobRepository,
    "retry",
    (organization, jobId, message) => [organization, jobId, message],
  ),
  // finds any organization's job
  "sees and changes nothing of another organization": broken(JobRepository, ({ create, find }) => {
    const owners = new Map<string, string>()
    return {
      create: (organization, job) =>
        Effect.tap(create(organization, job), ({ job_id }) =>
          Effect.sync(() => owners.set(job_id, organization)),
        ),
      find: (organization, jobId) => find(owners.get(jobId) ?? organization, jobId),
    }
  }),
  // numbers its jobs
  "gives every job an id that cannot be guessed": broken(JobRepository, ({ create }) => {
    let created = 0
    return {
      create: (...args) =>
        Effect.map(create(...args), (job) => ({
          ...job,
          job_id: `00000000-0000-4000-8000-${String(++created).padStart(12, "0")}`,
        })),
    }
  }),
  "gives none for an unknown job": broken(JobRepository, ({ find }) => ({
    find: (organization, jobId) => (jobId.length === 36 ? find(organization, jobId) : refused),
  })),
  // keeps the pace that it was given before
  "records progress while the claim holds": broken(JobRepository, ({ progress }) => {
    let last: Partial<JobProgress> = {}
    return {
      progress: (claim, given) => {
        last = {
          rows_per_second: given.rows_per_second ?? last.rows_per_second,
          estimated_end: given.estimated_end ?? last.estimated_end,
        }
        return progress(claim, { ...given, ...last })
      },
    }
  }),
  // leaves the pace of a run that has ended
  "tells no pace of a job that does not run": broken(JobRepository, ({ find, progress }) => {
    const paces = new Map<string, number>()
    return {
      progress: (claim, given) => {
        if (given.rows_per_second) paces.set(claim.job_id, given.rows_per_second)
        return progress(claim, given)
      },
      find: (organization, jobId) =>
        Effect.map(
          find(organization, jobId),
          Option.map((job) => ({ ...job, rows_per_second: paces.get(jobId) ?? null })),
        ),
    }
  }),
  // forgets the runs that a job had begun
  "gives a failed job another life, with its last error until that ends, and leaves others alone": answers(
    JobRepository,
    "retry",
    () => ({ attempt: 0 }),
  ),
  // looks whether the job runs and ends it later
  "ends once, however many try at once": broken(JobRepository, ({ find, finish }) => ({
    finish: (claim, outcome, at) =>
      Effect.gen(function* () {
        const before = yield* find(claim.organization, claim.job_id)
        yield* Effect.yieldNow
        yield* finish(claim, outcome, at)
        return Option.exists(before, ({ status }) => status === "running") ? outcome.status : "lost"
      }),
  })),
  // tells of the first delay only
  "counts a run that failed, and none that was handed back or met an outage": finishing((outcome) =>
    outcome.status === "queued" ? { ...outcome, isOutage: false } : outcome,
  ),
  "tells when another attempt may begin, as long as the job waits for it": broken(
    JobRepository,
    ({ find }) => {
      const first = new Map<string, BrandedInstant | null>()
      return {
        find: (organization, jobId) =>
          Effect.map(
            find(organization, jobId),
            Option.map((job) => {
              const next_attempt_at = first.get(jobId) ?? job.next_attempt_at
              first.set(jobId, next_attempt_at)
              return { ...job, next_attempt_at }
            }),
          ),
      }
    },
  ),
})
