import type { Hangtag, InputOf } from "@hangtag/core/effect"
import { Effect, Sink, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { mountedJob } from "../api/mountedJob.ts"
import { BasePath } from "../validation/basePath.ts"
import { DecodedRequest } from "../validation/RequestValidation.ts"
import { answerFailure } from "./answerFailure.ts"
import { Draining } from "./Draining.ts"
import { jobEvents } from "./jobEvents.ts"
import { withinTime } from "./withinTime.ts"

/** A job's events behind their endpoint; what is refused is refused before they begin. */
export const watchJobHandler = (hangtag: Hangtag["Service"]) =>
  Effect.flatMap(
    Effect.all([CurrentPrincipal, DecodedRequest, HttpServerRequest.HttpServerRequest, Draining, BasePath]),
    ([principal, { members }, { headers }, draining, basePath]) =>
      withinTime(
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
      ),
  )
