import { ChangeRefusal, type HangtagError, ListRefusal, type Unavailable } from "@hangtag/core"
import { causeSentence, jsonOf } from "@hangtag/core/adapter"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { httpStatus } from "../api/httpStatus.ts"
import type { Served } from "../api/served.ts"
import { invalid } from "../validation/errorAnswers.ts"
import type { Slot } from "../validation/Refusal.ts"

/** Where in a request something of an operation's input stands. */
export type PlaceIn = (loc: ReadonlyArray<string | number>) => ReadonlyArray<string | number>

export const inBody: PlaceIn = (loc) => ["body", ...loc]

const membersOf = (schema: unknown): ReadonlyArray<string> =>
  Object.keys(
    (schema as { readonly schema?: { readonly fields?: object } } | undefined)?.schema?.fields ?? {},
  )

/** Where an endpoint has the members of its operation's input, by their names over HTTP. */
export const placeIn = (endpoint: HttpApiEndpoint.Top, { names }: Served): PlaceIn => {
  const slots = new Map<string | number, Slot>()
  for (const name of membersOf(endpoint.params)) slots.set(name, "path")
  for (const name of membersOf(endpoint.query)) slots.set(name, "query")
  return ([first, ...rest]) => {
    if (first === undefined) return ["body"]
    const name = names[first] ?? first
    return [slots.get(name) ?? "body", name, ...rest]
  }
}

/** Seconds: what passes by itself does so soon; else a person has to act first. */
const retryAfter = ({ retryable }: { readonly retryable: boolean }): string => (retryable ? "5" : "60")

const headersOf = (error: HangtagError): Record<string, string> => {
  switch (error._tag) {
    case "Unauthenticated":
      return { "www-authenticate": "Bearer" }
    case "BatchBusy":
    case "TooManyOpen":
    case "OrganizationFrozen":
    case "Unavailable":
      return { "retry-after": retryAfter(error) }
    default:
      return {}
  }
}

const refusalJson = jsonOf(ChangeRefusal)
const listRefusalJson = jsonOf(ListRefusal)

/** Why a price change, or a change of a price list, was refused, with its facts. */
const conflictOf = (error: HangtagError) => {
  switch (error._tag) {
    case "PriceChangeRefused":
      return refusalJson(error.refusal)
    case "PriceListRefused":
      return listRefusalJson(error.refusal)
    case "BatchPublished":
      return { reason: "published" }
    case "BatchUnsuitable":
      return { reason: "unsuitable" }
    case "BatchBusy":
      return { reason: "busy" }
    default:
      return {}
  }
}

const oneSentence = (error: HangtagError, facts: object = {}): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { detail: error.message, ...facts },
    { status: httpStatus[error._tag], headers: headersOf(error) },
  )

const logDown = ({ message, cause }: Unavailable) => {
  const reason = causeSentence(cause)
  const log = Effect.logWarning(message)
  return reason === undefined ? log : Effect.annotateLogs(log, "cause", reason)
}

/**
 * The answer to a use case's failure: `{detail}`, a list of faults for a 422, else one sentence, and of a price change or
 * list the `reason` of a 409 with its facts.
 *
 * What was down is logged, with what the adapter says of the cause.
 */
export const answerFailure = (
  error: HangtagError,
  place: PlaceIn = inBody,
  hasReasons = false,
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
      return Effect.succeed(oneSentence(error, hasReasons ? conflictOf(error) : {}))
  }
}
