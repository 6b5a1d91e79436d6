import { JobLine, JobRepository } from "@hangtag/core"
import { jobLinePromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Tells places in the order of asking, whoever asks. */
const firstComeFirstServed = () => {
  const asked: Array<{ readonly job_id: string; readonly lane: string }> = []
  const asking = broken(JobRepository, ({ create }) => ({
    create: (...args) => Effect.tap(create(...args), (job) => Effect.sync(() => asked.push(job))),
  }))
  return broken(
    JobLine,
    ({ place, waiting }) => ({
      place: (organization, jobId) =>
        Effect.gen(function* () {
          const job = asked.find(({ job_id }) => job_id === jobId)
          if (job === undefined) return yield* place(organization, jobId)
          const waits = new Set((yield* waiting(job.lane, 1_000)).map(({ job_id }) => job_id))
          return Option.some(asked.filter(({ job_id }) => waits.has(job_id)).indexOf(job) + 1)
        }),
    }),
    asking,
  )
}

/** Changes how runs end. */
const handingBack = (delay: number) =>
  broken(JobRepository, ({ finish }) => ({
    finish: (claim, outcome, at) =>
      finish(claim, outcome.status === "queued" ? { ...outcome, delay } : outcome, at),
  }))

notices("jobLineSuite", jobLinePromises, [
  [
    "keeps one lane",
    "gives a message the oldest job of its lane, and none where none waits",
    broken(
      JobLine,
      ({ next }) => ({ next: (message) => next(message, "only") }),
      broken(JobRepository, ({ create }) => ({
        create: (organization, job) => create(organization, { ...job, lane: "only" }),
      })),
    ),
  ],
  [
    "gives every delivery of a message the next job",
    [
      "gives a message that comes again the job that it holds, even once that has ended",
      "gives one message that is delivered twice at once one job",
    ],
    broken(JobLine, ({ next }) => ({ next: (_, lane) => next(crypto.randomUUID(), lane) })),
  ],
  [
    "starts jobs for whoever asks",
    "lets a job be started for the message that holds it, and for no other",
    broken(JobRepository, ({ start }) => ({
      start: (organization, jobId, at) => start(organization, jobId, at, null),
    })),
  ],
  [
    "never lets go",
    "lets go of a job once that has ended, not before: its message then takes the next",
    broken(JobLine, () => ({ release: () => Effect.void })),
  ],
  [
    "serves who comes first",
    [
      "lets organizations take turns: fifty jobs of one keep another's only one back for one run",
      "gives every job to exactly one message, in the order that it told",
    ],
    firstComeFirstServed(),
  ],
  [
    "looks for the first in line and takes it later",
    "gives many messages at once one job each",
    broken(JobLine, ({ next, waiting }) => ({
      next: (message, lane) =>
        Effect.gen(function* () {
          const [first] = yield* waiting(lane, 1)
          yield* Effect.yieldNow
          const taken = yield* next(message, lane)
          return typeof taken === "string" ? taken : (first ?? taken)
        }),
    })),
  ],
  [
    "keeps a job back that was handed back",
    "lets a job that is handed back wait where it was, for any message",
    handingBack(60_000),
  ],
  ["begins a job again at once", "keeps a job back for its delay, and its message with it", handingBack(0)],
  [
    "takes a job that was begun once for one that runs",
    [
      "lets a job that is handed back wait where it was, for any message",
      "lets a failed job's other life wait for a message of its own",
    ],
    broken(JobLine, ({ place }, ports) => ({
      place: (organization, jobId) =>
        Effect.flatMap(Context.get(ports, JobRepository).find(organization, jobId), (found) =>
          Option.exists(found, ({ attempt }) => attempt > 0)
            ? Effect.succeedNone
            : place(organization, jobId),
        ),
    })),
  ],
  [
    "tells a place of whatever it is asked for",
    [
      "leaves out jobs that were cancelled",
      "tells no place of another organization's job, or of one that there is not",
    ],
    broken(JobLine, ({ place }) => ({
      place: (...args) =>
        Effect.map(
          place(...args),
          Option.orElse(() => Option.some(1)),
        ),
    })),
  ],
])
