import type { HangtagError, Unavailable } from "@hangtag/core"
import { causeSentence, jsonOf } from "@hangtag/core/adapter"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { PriceChangeConflict } from "../api/errors.ts"
import { httpStatus } from "../api/httpStatus.ts"
import { invalid } from "../validation/invalid.ts"
import { inBody, type PlaceIn } from "./placeIn.ts"

/** Seconds: what passes by itself does so soon; else somebody has to act first. */
const retryAfter = ({ retryable }: { readonly retryable: boolean }): string => (retryable ? "5" : "60")

const headersOf = (error: HangtagError): Record<string, string> => {
  switch (error._tag) {
    case "Unauthenticated":
      return { "www-authenticate": "Bearer" }
    case "BatchBusy":
    case "TooManyOpen":
    case "Unavailable":
      return { "retry-after": retryAfter(error) }
    default:
      return {}
  }
}

const { detail: _, ...refusal } = PriceChangeConflict.fields
const refusedChangeJson = jsonOf(Schema.Struct(refusal))

const oneSentence = (error: HangtagError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { detail: error.message, ...(error._tag === "PriceChangeRefused" ? refusedChangeJson(error) : {}) },
    { status: httpStatus[error._tag], headers: headersOf(error) },
  )

const logDown = ({ message, cause }: Unavailable) => {
  const told = causeSentence(cause)
  const log = Effect.logWarning(message)
  return told === undefined ? log : Effect.annotateLogs(log, "cause", told)
}

/**
 * The answer to a use case's failure: `{detail}`, a list of faults for a 422, else one sentence, with what a refused price
 * change meets.
 *
 * What was down is logged, with what the adapter says of the cause.
 */
export const answerFailure = (
  error: HangtagError,
  place: PlaceIn = inBody,
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  switch (error._tag) {
    case "InvalidRequest":
      return Effect.succeed(
        invalid(
          error.fields.map(({ loc, type, msg, input, ctx }) => ({
            type,
            loc: place(loc),
            msg,
            input: input ?? null,
            ...(ctx === undefined ? {} : { ctx }),
          })),
        ),
      )
    case "LimitExceeded": {
      const { limit, most, asked, loc, message: msg } = error
      const ctx = { limit, most, asked }
      return Effect.succeed(invalid([{ type: "limit_exceeded", loc: place(loc), msg, input: null, ctx }]))
    }
    case "Unavailable":
      return Effect.as(logDown(error), oneSentence(error))
    default:
      return Effect.succeed(oneSentence(error))
  }
}
