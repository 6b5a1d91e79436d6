import { createHash } from "node:crypto"
import type { HangtagError, Job } from "@hangtag/core"
import type { Hangtag, InputOf } from "@hangtag/core/effect"
import { Deferred, Effect, Schedule, Sink, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { mountedJob } from "../api/mountedJob.ts"
import { RequestPath } from "../validation/Arrival.ts"
import { DecodedRequest } from "../validation/RequestValidation.ts"
import { answerFailure } from "./answerFailure.ts"
import { Draining } from "./readiness.ts"

const encoder = new TextEncoder()

/** The same for the same state of the job, whichever process tells it, so that any of them can be asked to resume. */
const idOf = (job: Job): string =>
  createHash("sha256").update(JSON.stringify(job)).digest("base64url").slice(0, 16)

const event = (job: Job): string => `id: ${idOf(job)}\nevent: ${job.status}\ndata: ${JSON.stringify(job)}\n\n`

/** In milliseconds. */
const comeAgain = "retry: 1000\n\n"

/** Says that the connection lives, to proxies that close silent ones. */
const heartbeat = Stream.fromSchedule(Schedule.spaced("15 seconds")).pipe(Stream.map(() => ": alive\n\n"))

/**
 * A job's progress as server-sent events, named by the job's status, ending with its end.
 *
 * Each event is the whole job, so a client that names the last one it has seen (`Last-Event-ID`) misses nothing by
 * getting the next state only; where that was the end, 204 tells it to stay away. The stream's first failure ends
 * it: what can be refused is refused before, with an ordinary answer. When the process drains, a `retry:` line is the last
 * one, after which clients come again, to another process; no other stream has one, since Effect's typed client takes it
 * for the stream's failure.
 */
export const jobEvents = (
  current: Job,
  later: Stream.Stream<Job, HangtagError>,
  lastEventId: string | undefined,
  draining: Deferred.Deferred<void>,
): HttpServerResponse.HttpServerResponse =>
  current.finished_at !== null && idOf(current) === lastEventId
    ? HttpServerResponse.empty({ status: 204 })
    : HttpServerResponse.stream(
        Stream.prepend(later, [current]).pipe(
          Stream.dropWhile((job) => idOf(job) === lastEventId),
          Stream.map(event),
          Stream.merge(heartbeat, { haltStrategy: "left" }),
          Stream.interruptWhen(Deferred.await(draining)),
          Stream.concat(
            Stream.suspend(() =>
              Deferred.isDoneUnsafe(draining) ? Stream.succeed(comeAgain) : Stream.empty,
            ),
          ),
          Stream.map((text) => encoder.encode(text)),
          Stream.tapError((error) => Effect.logWarning(`A job's events ended early: ${error.message}`)),
        ),
        {
          contentType: "text/event-stream",
          // compression and buffering would hold events back until they fill a block
          headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
        },
      )

/** A job's events behind their endpoint; what is refused is refused before they begin. */
export const watchJobHandler = (hangtag: Hangtag["Service"]) =>
  Effect.flatMap(
    Effect.all([
      CurrentPrincipal,
      DecodedRequest,
      HttpServerRequest.HttpServerRequest,
      Draining,
      RequestPath,
    ]),
    ([principal, { members }, { headers }, draining, { basePath }]) =>
      Effect.matchEffect(
        hangtag.watchJob(principal, members as InputOf<"watchJob">).pipe(
          Stream.map((job) => mountedJob(job, basePath)),
          Stream.peel(Sink.take(1)),
        ),
        {
          onSuccess: ([[job], later]) =>
            Effect.succeed(jobEvents(job!, later, headers["last-event-id"], draining)),
          onFailure: (error) => answerFailure(error),
        },
      ),
  )
