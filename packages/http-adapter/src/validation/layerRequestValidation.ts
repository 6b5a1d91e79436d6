import { stringifyParsed } from "@hangtag/core/adapter"
import { Context, Data, Effect, Layer, Predicate, type Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpApiEndpoint } from "effect/http-api"
import { bearerToken } from "../auth/bearerToken.ts"
import { type RawRequest, requestDecoder, type SlotSchemas } from "./decodeRequest.ts"
import type { ErrorDetail } from "./errorDetail.ts"
import { DecodedPayload, RequestValidation } from "./RequestValidation.ts"
import { RequestLimits } from "./requestLimits.ts"

/**
 * Milliseconds in which a body must have come in whole; for handlers in servers of others, which may wait for ever.
 * None unless told: a server of Node's own looks after this itself.
 */
export const BodyTimeout = Context.Reference<number | undefined>(
  "@hangtag/http-adapter/validation/BodyTimeout",
  { defaultValue: () => undefined },
)

class BodyLate extends Data.TaggedError("BodyLate")<{ readonly millis: number }> {}

/** Implements `RequestValidation` for every endpoint from the schemas that the endpoint was declared with. */
export const layerRequestValidation: Layer.Layer<RequestValidation> = Layer.succeed(
  RequestValidation,
  (httpEffect, { endpoint }) => {
    const schemas = slotSchemas(endpoint)
    const decode = requestDecoder(schemas)
    return Effect.matchEffect(Effect.zip(rawRequest(schemas.body !== undefined), RequestLimits), {
      onFailure: unreadBody,
      onSuccess: ([raw, limits]) => {
        const decoded = decode(raw, limits)
        switch (decoded._tag) {
          case "Unreadable":
            return Effect.succeed(unreadable)
          case "Invalid":
            return invalid(decoded.detail)
          case "Valid":
            // `HttpApi` decodes parameters once more: from a query in which no name comes twice.
            return httpEffect.pipe(
              Effect.provideService(HttpServerRequest.ParsedSearchParams, decoded.query),
              Effect.provideService(DecodedPayload, decoded.values.body),
            )
        }
      },
    })
  },
)

const isByCookie = ({ headers, cookies }: HttpServerRequest.HttpServerRequest): boolean =>
  cookies.identity_provider_session !== undefined && bearerToken(headers.authorization) === undefined

/** What is late is left alone until it is answered: to interrupt its reading would end the connection. */
const inTime = <A, E>(reading: Effect.Effect<A, E>): Effect.Effect<A, E | BodyLate> =>
  Effect.flatMap(BodyTimeout, (millis) =>
    millis === undefined
      ? reading
      : Effect.flatMap(Effect.forkChild(reading, { startImmediately: true }), (fiber) =>
          Effect.callback<A, E | BodyLate>((resume) => {
            const timer = setTimeout(() => resume(Effect.fail(new BodyLate({ millis }))), millis)
            fiber.addObserver((exit) => {
              clearTimeout(timer)
              resume(exit)
            })
            return Effect.sync(() => clearTimeout(timer))
          }),
        ),
  )

const rawRequest = Effect.fnUntraced(function* (hasBody: boolean) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const raw: RawRequest = {
    params,
    query: /\?([^#]*)/.exec(request.url)?.[1] ?? "",
    headers: request.headers,
    // what a page elsewhere may send with a cookie is no request of ours: a browser asks us first for one with a type
    untypedIsJson: !isByCookie(request),
    body: hasBody ? new Uint8Array(yield* inTime(request.arrayBuffer)) : undefined,
  }
  return raw
})

const slotSchemas = (endpoint: HttpApiEndpoint.Top): SlotSchemas => ({
  path: declared(endpoint.params),
  query: declared(endpoint.query),
  header: declared(endpoint.headers),
  body: declared(endpoint.payload.get("application/json")?.schemas[0]),
})

/** `HttpApi` keeps the codec that it derived, and in it the schema as it was declared. */
const declared = (codec: Schema.Top | undefined): SlotSchemas["body"] =>
  (codec as { readonly schema?: SlotSchemas["body"] } | undefined)?.schema

const jsonResponse = (status: number, body: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(body, { status, headers, contentType: "application/json" })

const unreadable = jsonResponse(400, JSON.stringify({ detail: "There was an error parsing the body" }))

/** A body's faults may show all of it several times over; no list of them is longer than this, and one more. */
const mostCharacters = 16_000_000
const charactersATurn = 500_000

/** Written an entry at a time, with a turn for everybody else between some of them. */
const invalid = Effect.fnUntraced(function* (detail: ReadonlyArray<ErrorDetail>) {
  const entries: Array<string> = []
  let [characters, turn] = [0, charactersATurn]
  for (const entry of detail) {
    const text = textOf(entry)
    // What it would echo is nested too deeply for the stack. The reference answers 500 here.
    if (text === undefined) return unreadable
    entries.push(text)
    characters += text.length
    if (characters > mostCharacters) break
    if (characters < turn) continue
    turn = characters + charactersATurn
    yield* Effect.yieldNow
  }
  return jsonResponse(422, `{"detail":[${entries.join(",")}]}`)
})

const textOf = (entry: ErrorDetail): string | undefined => {
  try {
    return stringifyParsed(entry)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The rest of the body is not waited for. */
const hangUp = { connection: "close" }

const unreadBody = (error: HttpServerError | BodyLate) => {
  if (error._tag === "BodyLate") {
    const detail = `The request did not come in whole within ${error.millis / 1000} s`
    return Effect.succeed(jsonResponse(408, JSON.stringify({ detail }), hangUp))
  }
  const { reason } = error
  return Effect.map(HttpIncomingMessage.MaxBodySize, (limit) =>
    reason._tag === "RequestParseError" &&
    // what effect 4.0 calls by the cause alone
    (reason.reason === "BodyTooLarge" || Predicate.isTagged(reason.cause, "MaxBytesError"))
      ? jsonResponse(
          413,
          JSON.stringify({ detail: `The body is larger than ${limit} bytes, the most taken here` }),
          hangUp,
        )
      : unreadable,
  )
}
