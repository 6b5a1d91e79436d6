import {
  allPermissions,
  isChangeSheet,
  type JobClaim,
  type JobProgress,
  JobQueue,
  JobRepository,
} from "@hangtag/core"
import { jobRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { broken, refused } from "./broken.ts"
import { cancelledJobs } from "./cancelledJobs.ts"
import { notices } from "./notices.ts"

/** Changes a job by whoever claimed it last, whatever claim is shown. */
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

notices("jobRepositorySuite", jobRepositoryPromises, [
  ...cancelledJobs,
  ["takes any claim for the latest", "takes no claim but the one it gave", takingLatest()],
  [
    "counts what it gives",
    "lists jobs, the newest first, each once whatever the page",
    broken(JobRepository, ({ list }) => ({
      list: (...args) => Effect.map(list(...args), (page) => ({ ...page, total: page.items.length })),
    })),
  ],
  [
    "lists jobs of anybody",
    "lists jobs of one status, and of who asked for them",
    broken(JobRepository, ({ list }) => ({
      list: (organization, selection) => list(organization, { ...selection, requested_by: null }),
    })),
  ],
  [
    "lists jobs whatever they need",
    "lists jobs that need no other permission, and counts no others",
    broken(JobRepository, ({ list }) => ({
      list: (organization, selection) =>
        list(organization, { ...selection, permissions: [...allPermissions] }),
    })),
  ],
  [
    "takes any request for kept",
    "tells of each job whether what it was asked for is kept",
    broken(JobRepository, ({ list }) => ({
      list: (...args) =>
        Effect.map(list(...args), (page) => ({
          ...page,
          items: page.items.map((job) => ({ ...job, has_request: true })),
        })),
    })),
  ],
  [
    "lists the jobs of all",
    "lists nothing of another organization",
    broken(JobRepository, ({ create, list }) => ({
      create: (_, ...rest) => create("everybody", ...rest),
      list: (_, selection) => list("everybody", selection),
    })),
  ],
  [
    "says that it finished when it did not",
    "never changes a job that has ended",
    broken(JobRepository, ({ finish }) => ({
      finish: (...args) => Effect.as(finish(...args), args[1].status),
    })),
  ],
  [
    "keeps sizes in 32 bits",
    "completes a job with its file",
    broken(JobRepository, ({ finish }) => ({
      finish: (claim, outcome, at) =>
        finish(
          claim,
          outcome.status === "completed"
            ? { ...outcome, file: { ...outcome.file, size: outcome.file.size | 0 } }
            : outcome,
          at,
        ),
    })),
  ],
  [
    "loses the last error of a job that is handed back",
    "hands a job back to be claimed again",
    broken(JobRepository, ({ finish }) => ({
      finish: (claim, outcome, at) =>
        finish(claim, outcome.status === "queued" ? { ...outcome, error: null } : outcome, at),
    })),
  ],
  [
    "keeps what it knows of a request only",
    [
      "gives the run of a job what that was asked for, exactly",
      "gives the run of a change sheet what that was asked for, exactly",
    ],
    broken(JobRepository, ({ create }) => ({
      create: (organization, { request, ...job }) =>
        create(organization, {
          ...job,
          request: isChangeSheet(request)
            ? { batch_key: request.batch_key, export_format: request.export_format }
            : { ...request, label_keys: request.label_keys?.length ? request.label_keys : null },
        }),
    })),
  ],
  [
    "gives the request along with the job",
    "keeps a new job queued, without what it was asked for",
    broken(JobRepository, ({ create }) => ({
      create: (organization, job, limit) =>
        Effect.map(create(organization, job, limit), (kept) => ({ ...kept, request: job.request })),
    })),
  ],
  [
    "forgets what a failed job was asked for",
    "keeps what a failed job was asked for, for another life",
    broken(JobQueue, ({ claimJob }) => ({
      claimJob: (...args) =>
        Effect.map(
          claimJob(...args),
          Option.map((claimed) => (claimed.job.attempt > 1 ? { ...claimed, request: null } : claimed)),
        ),
    })),
  ],
  [
    "counts first and creates later",
    "creates no more than may be open, however many come at once",
    broken(JobRepository, ({ create, find }) => {
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
  ],
  [
    "gives every failed job another life",
    "gives a failed job another life only where there is room",
    broken(JobRepository, ({ retry }) => ({
      retry: (organization, jobId, message) => retry(organization, jobId, message),
    })),
  ],
  [
    "finds any organization's job",
    "sees and changes nothing of another organization",
    broken(JobRepository, ({ create, find }) => {
      const owners = new Map<string, string>()
      const owner = (organization: string, jobId: string) => owners.get(jobId) ?? organization
      return {
        create: (organization, job) =>
          Effect.tap(create(organization, job), ({ job_id }) =>
            Effect.sync(() => owners.set(job_id, organization)),
          ),
        find: (organization, jobId) => find(owner(organization, jobId), jobId),
      }
    }),
  ],
  [
    "numbers its jobs",
    "gives every job an id that cannot be guessed",
    broken(JobRepository, ({ create }) => {
      let created = 0
      return {
        create: (...args) =>
          Effect.map(create(...args), (job) => ({
            ...job,
            job_id: `00000000-0000-4000-8000-${String(++created).padStart(12, "0")}`,
          })),
      }
    }),
  ],
  [
    "fails of an id of another form",
    "gives none for an unknown job",
    broken(JobRepository, ({ find }) => ({
      find: (organization, jobId) => (jobId.length === 36 ? find(organization, jobId) : refused),
    })),
  ],
  [
    "keeps the pace that it was told before",
    "records progress while the claim holds",
    broken(JobRepository, ({ progress }) => {
      let last: Partial<JobProgress> = {}
      return {
        progress: (claim, told) => {
          last = {
            rows_per_second: told.rows_per_second ?? last.rows_per_second,
            estimated_end: told.estimated_end ?? last.estimated_end,
          }
          return progress(claim, { ...told, ...last })
        },
      }
    }),
  ],
  [
    "leaves the pace of a run that has ended",
    "tells no pace of a job that does not run",
    broken(JobRepository, ({ find, progress }) => {
      const paces = new Map<string, number>()
      return {
        progress: (claim, told) => {
          if (told.rows_per_second) paces.set(claim.job_id, told.rows_per_second)
          return progress(claim, told)
        },
        find: (organization, jobId) =>
          Effect.map(
            find(organization, jobId),
            Option.map((job) => ({ ...job, rows_per_second: paces.get(jobId) ?? null })),
          ),
      }
    }),
  ],
  [
    "keeps no error of a job that failed",
    "fails a job with what went wrong",
    broken(JobRepository, ({ finish }) => ({
      finish: (claim, outcome, at) =>
        finish(claim, outcome.status === "failed" ? { ...outcome, error: "" } : outcome, at),
    })),
  ],
  [
    "forgets the runs that a job had begun",
    "gives a failed job another life, with its last error until that ends, and leaves others alone",
    broken(JobRepository, ({ retry }) => ({
      retry: (...args) =>
        Effect.map(
          retry(...args),
          Option.map((job) => ({ ...job, attempt: 0 })),
        ),
    })),
  ],
  [
    "looks whether the job runs and ends it later",
    "ends once, however many try at once",
    broken(JobRepository, ({ find, finish }) => ({
      finish: (claim, outcome, at) =>
        Effect.gen(function* () {
          const before = yield* find(claim.organization, claim.job_id)
          yield* Effect.yieldNow
          yield* finish(claim, outcome, at)
          return Option.exists(before, ({ status }) => status === "running") ? outcome.status : "lost"
        }),
    })),
  ],
  [
    "tells of the first delay only",
    "tells when another attempt may begin, as long as the job waits for it",
    broken(JobRepository, ({ find }) => {
      const first = new Map<string, number | null>()
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
    }),
  ],
  [
    "tells when the next attempt may begin while it runs already",
    "tells when another attempt may begin, as long as the job waits for it",
    broken(JobQueue, ({ claimJob }, ports) => ({
      claimJob: (job, at) =>
        Effect.gen(function* () {
          const before = yield* Context.get(ports, JobRepository).find(job.organization, job.job_id)
          const next_attempt_at = Option.match(before, {
            onNone: () => null,
            onSome: (found) => found.next_attempt_at,
          })
          return Option.map(yield* claimJob(job, at), (claimed) => ({
            ...claimed,
            job: { ...claimed.job, next_attempt_at },
          }))
        }),
    })),
  ],
])
