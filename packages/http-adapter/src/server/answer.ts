import type { HangtagError } from "@hangtag/core"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { answerFailure } from "./answerFailure.ts"
import type { PlaceIn } from "./placeIn.ts"
import { withinTime } from "./withinTime.ts"

/** Answers with the use case's result as JSON, or with what its failure means over HTTP. */
export const answer = <A, R>(
  usecase: Effect.Effect<A, HangtagError, R>,
  respond: (result: A) => Effect.Effect<HttpServerResponse.HttpServerResponse>,
  headers: (result: A) => Readonly<Record<string, string>>,
  place: PlaceIn,
  hasReasons: boolean,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  withinTime(
    Effect.matchEffect(usecase, {
      onSuccess: (result) =>
        Effect.map(respond(result), (response) => HttpServerResponse.setHeaders(response, headers(result))),
      onFailure: (error) => answerFailure(error, place, hasReasons),
    }),
  )
