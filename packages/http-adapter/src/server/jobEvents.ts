import type { HangtagError, Job } from "@hangtag/core"
import { Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

const encoder = new TextEncoder()

const event = (job: Job, id: number): string =>
  `id: ${id}\nevent: ${job.status}\ndata: ${JSON.stringify(job)}\n\n`

/** Says that the connection lives, to proxies that close silent ones. */
const heartbeat = Stream.fromSchedule(Schedule.spaced("15 seconds")).pipe(Stream.map(() => ": alive\n\n"))

/**
 * A job's progress as server-sent events, named by the job's status, ending with its end.
 *
 * The stream's first failure ends it: what can be refused is refused before, with an ordinary answer.
 */
export const jobEvents = (jobs: Stream.Stream<Job, HangtagError>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    jobs.pipe(
      Stream.zipWithIndex,
      Stream.map(([job, index]) => event(job, index + 1)),
      Stream.merge(heartbeat, { haltStrategy: "left" }),
      Stream.map((text) => encoder.encode(text)),
      Stream.tapError((error) => Effect.logWarning(`A job's events ended early: ${error.message}`)),
    ),
    { contentType: "text/event-stream", headers: { "cache-control": "no-store", "x-accel-buffering": "no" } },
  )
