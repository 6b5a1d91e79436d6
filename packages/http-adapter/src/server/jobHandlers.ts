import { Hangtag } from "@hangtag/core/effect"
import { Effect, Sink, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { HangtagApi } from "../api/HangtagApi.ts"
import { jobPlace } from "../api/places.ts"
import { answer } from "./answer.ts"
import { answerFailure } from "./answerFailure.ts"
import { jobEvents } from "./jobEvents.ts"
import { listAnswer } from "./listAnswer.ts"
import { withinTime } from "./withinTime.ts"

/** Jobs behind their endpoints. */
export const jobs = HttpApiBuilder.group(HangtagApi, "jobs", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers
      .handleRaw("listJobs", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { type = null, status = null, mine, limit, after } = paged.query
          const query = { type, status, mine, limit, after: jobPlace.readOrNull(after) }
          return listAnswer(paged, hangtag.listJobs(principal, query), jobPlace.write)
        }),
      )
      .handleRaw("getJob", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.getJob(principal, params.job_id))),
      )
      .handleRaw("cancelJob", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.cancelJob(principal, params.job_id))),
      )
      .handleRaw("retryJob", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.retryJob(principal, params.job_id))),
      )
      .handleRaw("jobEvents", ({ params, request }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          withinTime(
            Effect.matchEffect(Stream.peel(hangtag.watchJob(principal, params.job_id), Sink.take(1)), {
              onSuccess: ([[job], later]) =>
                Effect.succeed(jobEvents(job!, later, request.headers["last-event-id"])),
              onFailure: answerFailure,
            }),
          ),
        ),
      ),
  ),
)
