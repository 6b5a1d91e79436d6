import { JobRepository } from "@hangtag/core"
import type { jobRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { broken } from "./broken.ts"
import type { Sabotage } from "./notices.ts"

type Finish = JobRepository["Service"]["finish"]

/** Changes how runs give their jobs back; `givesBack` does so whether or not somebody asked to stop. */
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

/** Job repositories that cancel as a real one might. */
export const cancelledJobs: ReadonlyArray<Sabotage<keyof typeof jobRepositoryPromises>> = [
  [
    "tells nobody that somebody asked to stop",
    "asks the run of a running job to stop",
    broken(JobRepository, ({ progress }) => ({
      progress: (...args) => Effect.map(progress(...args), (told) => (told === "cancel" ? "continue" : told)),
    })),
  ],
  [
    "ends a running job at once when it is cancelled",
    "asks the run of a running job to stop",
    broken(JobRepository, ({ cancel }) => ({
      cancel: (organization, jobId, at) =>
        Effect.map(
          cancel(organization, jobId, at),
          Option.map((job) => ({ ...job, status: "cancelled" as const, finished_at: at })),
        ),
    })),
  ],
  [
    "asks a job that nobody runs to stop",
    "cancels a queued job at once",
    broken(JobRepository, ({ cancel, find }) => ({
      cancel: (organization, jobId, at) =>
        Effect.flatMap(find(organization, jobId), (found) =>
          Option.isSome(found) && found.value.status === "queued"
            ? Effect.succeed(Option.some({ ...found.value, cancel_requested: true }))
            : cancel(organization, jobId, at),
        ),
    })),
  ],
  [
    "asks a job that waits for another attempt to stop",
    "cancels at once a job that waits for another attempt",
    broken(JobRepository, ({ cancel, find }) => ({
      cancel: (organization, jobId, at) =>
        Effect.flatMap(find(organization, jobId), (found) =>
          Option.isSome(found) && found.value.status === "queued" && found.value.attempt > 0
            ? Effect.succeed(Option.some({ ...found.value, cancel_requested: true }))
            : cancel(organization, jobId, at),
        ),
    })),
  ],
  [
    "lets a job wait again that somebody asked to stop",
    [
      "ends a job as cancelled that its run gives back after somebody asked to stop",
      "leaves no job waiting that is cancelled while its run gives it back",
    ],
    givingBack(({ givesBack }) => givesBack),
  ],
  [
    "looks whether somebody asked to stop and gives the job back later",
    "leaves no job waiting that is cancelled while its run gives it back",
    givingBack(
      ({ find, finish, givesBack }) =>
        (claim, outcome, at) =>
          Effect.gen(function* () {
            const before = yield* find(claim.organization, claim.job_id)
            yield* Effect.yieldNow
            const isAsked = Option.exists(before, (job) => job.cancel_requested)
            return yield* (isAsked ? finish : givesBack)(claim, outcome, at)
          }),
    ),
  ],
  [
    "says that a job waits again that it has ended",
    "ends a job as cancelled that its run gives back after somebody asked to stop",
    broken(JobRepository, ({ finish }) => ({
      finish: (...args) =>
        Effect.map(finish(...args), (status) => (status === "lost" ? status : args[1].status)),
    })),
  ],
  [
    "forgets that somebody asked to stop once it has",
    "ends a job as cancelled",
    broken(JobRepository, ({ find }) => ({
      find: (...args) =>
        Effect.map(
          find(...args),
          Option.map((job) => (job.status === "cancelled" ? { ...job, cancel_requested: false } : job)),
        ),
    })),
  ],
]
