import { ExportQueue, JobLine, JobRepository } from "@hangtag/core"
import { jobLinePromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { memoryJobLine, memoryPorts } from "../../src/index.ts"
import { silence } from "../silence.ts"
import { broken } from "./broken.ts"
import { notices, waitsForever } from "./notices.ts"

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

/** A line whose own offers are changed. */
const offering = (change: (offer: ExportQueue["Service"]["offer"]) => ExportQueue["Service"]["offer"]) =>
  Layer.fresh(memoryJobLine).pipe(
    Layer.provide(broken(ExportQueue, ({ offer }) => ({ offer: change(offer) }))),
    Layer.provideMerge(memoryPorts),
  )

notices("jobLineSuite", jobLinePromises(silence), [
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
    "starts a job without a message that another one has",
    "starts a job without a message that no message was given, and no other one",
    broken(JobRepository, ({ start }) => ({ startWaiting: (...args) => start(...args, null) })),
  ],
  [
    "lets messages go while a job runs without one",
    "keeps a message for a job that runs without one, until that ends",
    broken(JobLine, ({ next }) => ({
      next: (...args) => Effect.map(next(...args), (job) => (job === "later" ? "none" : job)),
    })),
  ],
  [
    "starts a job without a message once at most",
    "gives a job to a message whose run without one is silent, or lets it start so again",
    broken(JobRepository, ({ find, startWaiting }) => ({
      startWaiting: (organization, jobId, at) =>
        Effect.flatMap(find(organization, jobId), (job) =>
          Option.exists(job, ({ attempt }) => attempt > 0)
            ? Effect.succeedNone
            : startWaiting(organization, jobId, at),
        ),
    })),
  ],
  [
    "leaves a job to the message that held it, however silent",
    "gives a silent job to another message, and offers one more in place of that",
    broken(JobLine, ({ next }) => {
      const holders = new Map<string, string>()
      return {
        next: (message, lane) =>
          Effect.map(next(message, lane), (job) => {
            if (typeof job === "string") return job
            const holder = holders.get(job.job_id) ?? message
            holders.set(job.job_id, holder)
            return holder === message ? job : "none"
          }),
      }
    }),
  ],
  [
    "takes silent jobs and offers nothing for that",
    [
      "gives a silent job to another message, and offers one more in place of that",
      "offers another message each time that a job falls silent",
    ],
    waitsForever(
      offering((offer) => (message) => (message.again === undefined ? offer(message) : Effect.void)),
    ),
  ],
  [
    "offers the same message again for a job that it has taken before",
    "offers another message each time that a job falls silent",
    waitsForever(offering((offer) => (message) => offer({ ...message, begun: 0, again: "again" }))),
  ],
  [
    "offers a message for every job that it gives",
    "offers none for a job that waited for a message",
    broken(JobLine, ({ next }, ports) => ({
      next: (message, lane) =>
        Effect.tap(next(message, lane), (job) =>
          typeof job === "string"
            ? Effect.void
            : Context.get(ports, ExportQueue).offer({ ...job, lane, again: crypto.randomUUID() }),
        ),
    })),
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
  [
    "asks a run to stop that nobody hears of",
    "cancels at once a job whose run is not heard of; its message holds it on",
    broken(JobRepository, ({ cancel, find }) => ({
      cancel: (organization, jobId, at) =>
        Effect.flatMap(find(organization, jobId), (found) =>
          Option.isSome(found) && found.value.status === "running"
            ? Effect.succeed(Option.some({ ...found.value, cancel_requested: true }))
            : cancel(organization, jobId, at),
        ),
    })),
  ],
  [
    "lets a message go whose job was cancelled before its run gave it back",
    "leaves out a job that was cancelled before its run gave it back; its message holds it on",
    broken(JobLine, ({ next }, ports) => ({
      next: (message, lane) =>
        Effect.gen(function* () {
          const job = yield* next(message, lane)
          if (typeof job === "string") return job
          const found = yield* Context.get(ports, JobRepository).find(job.organization, job.job_id)
          return Option.exists(found, ({ status }) => status === "cancelled") ? "none" : job
        }),
    })),
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
