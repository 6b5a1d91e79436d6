import type { Readable } from "node:stream"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { bearerToken } from "../auth/bearerToken.ts"
import { Arrival } from "./Arrival.ts"
import { BodyLimits, isFile, isOtherFile, maxBodySizeOf } from "./bodyLimits.ts"
import { type RawRequest, requestDecoder, type SlotSchemas } from "./decodeRequest.ts"
import type { ErrorDetail } from "./errorDetail.ts"
import { invalid, jsonResponse, unreadable } from "./invalid.ts"
import { NotWithout } from "./NotWithout.ts"
import { RecordedRoute } from "./RecordedRoute.ts"
import { DecodedRequest, RequestValidation } from "./RequestValidation.ts"
import { type BodyBroken, type BodyTooLarge, readBody } from "./readBody.ts"

/**
 * Milliseconds in which a body must have come in whole; for handlers in servers of others, which may wait for ever.
 * None by default: a server of Node's own looks after this itself.
 */
export const BodyTimeout = Context.Reference<number | undefined>(
  "@hangtag/http-adapter/validation/BodyTimeout",
  { defaultValue: () => undefined },
)

/** Nothing is unpacked here: of a body that is packed it is unknown how large it will be. */
class BodyPacked extends Data.TaggedError("BodyPacked") {}

class BodyLate extends Data.TaggedError("BodyLate")<{ readonly millis: number }> {}

/** Implements `RequestValidation` for every endpoint from the schemas that the endpoint was declared with. */
export const layerRequestValidation: Layer.Layer<RequestValidation> = Layer.succeed(
  RequestValidation,
  (httpEffect, { endpoint }) => {
    const schemas = slotSchemas(endpoint)
    const ignores = Context.get(endpoint.annotations, RecordedRoute)
    const decode = ignores
      ? requestDecoder(schemas)
      : requestDecoder({ query: Schema.Struct({}), ...schemas }, "refused")
    const { body: _, ...withoutBody } = schemas
    const decodeFile = requestDecoder({ query: Schema.Struct({}), ...withoutBody }, "refused")
    const decoded = Effect.flatMap(
      Effect.all([BodyLimits, HttpServerRequest.HttpServerRequest]),
      ([limits, { headers }]) => {
        const { identifier } = endpoint
        const type = headers["content-type"]
        const most = schemas.body === undefined ? undefined : maxBodySizeOf(identifier, limits, type)
        return Effect.map(rawRequest(most), (raw) => {
          if (isFile(identifier, type)) return { ...decodeFile(raw), file: raw.body }
          const own = isOtherFile(identifier, type)
            ? { _tag: "Invalid" as const, detail: [otherFile(type!)] }
            : decode(raw, limits.maxValues)
          return { ...own, file: undefined }
        })
      },
    )
    return Effect.matchEffect(decoded, {
      onFailure: unreadBody,
      onSuccess: (decoded) => {
        switch (decoded._tag) {
          case "Unreadable":
            return Effect.succeed(unreadable)
          case "Invalid":
            return Effect.succeed(
              isMissing(decoded.detail, Context.get(endpoint.annotations, NotWithout))
                ? notFound
                : invalid(decoded.detail),
            )
          case "Valid":
            // `HttpApi` decodes parameters once more: from a query in which no name comes twice.
            return httpEffect.pipe(
              Effect.provideService(HttpServerRequest.ParsedSearchParams, decoded.query),
              Effect.provideService(DecodedRequest, {
                body: decoded.values.body,
                ...(decoded.file && { file: decoded.file }),
                query: (decoded.values.query ?? {}) as Readonly<Record<string, unknown>>,
                members: Object.assign({}, decoded.values.path, decoded.values.query, decoded.values.body),
              }),
            )
        }
      },
    })
  },
)

/** By any: a host may know its callers by one of its own. */
const isByCookie = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers.cookie !== undefined && bearerToken(headers.authorization) === undefined

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

/** Its body, where one is looked at, has `mostBytes` at most. */
const rawRequest = Effect.fnUntraced(function* (mostBytes: number | undefined) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  if (mostBytes !== undefined) {
    const coding = request.headers["content-encoding"] ?? "identity"
    if (coding.toLowerCase() !== "identity") return yield* new BodyPacked()
  }
  const raw: RawRequest = {
    params,
    query: /\?([^#]*)/.exec(request.url)?.[1] ?? "",
    headers: request.headers,
    // what a page elsewhere may send with a cookie is no request of ours: a browser asks us first for one with a type
    untypedIsJson: !isByCookie(request),
    body: mostBytes === undefined ? undefined : yield* inTime(bytesOf(request, mostBytes)),
  }
  return raw
})

/** The host's own request, where there is one: what was made of it has no body. */
const bytesOf = ({ source, headers }: HttpServerRequest.HttpServerRequest, most: number) =>
  Effect.flatMap(Arrival, (arrival) =>
    readBody(
      (arrival?.request ?? source) as Readable | Request,
      Number(headers["content-length"] ?? 0),
      most,
    ),
  )

/** A form, say, or a file that is no sheet. */
const otherFile = (type: string): ErrorDetail => ({
  type: "value_error",
  loc: ["body", "sheet"],
  msg: `Value error, no sheet is taken as ${type.split(";", 1)[0]}: send the xlsx or csv file itself as the body, as text/csv or application/octet-stream, or its rows as application/json`,
  input: null,
})

const notFound = jsonResponse(404, JSON.stringify({ detail: "Not Found" }))

const isMissing = (detail: ReadonlyArray<ErrorDetail>, member: string | undefined): boolean =>
  member !== undefined &&
  detail.some(({ type, loc }) => type === "missing" && loc.length === 2 && loc[1] === member)

const slotSchemas = (endpoint: HttpApiEndpoint.Top): SlotSchemas => {
  const schemas = {
    path: declared(endpoint.params),
    query: declared(endpoint.query),
    header: declared(endpoint.headers),
    body: declared(endpoint.payload.get("application/json")?.schemas[0]),
  }
  return Object.fromEntries(Object.entries(schemas).filter(([, schema]) => schema !== undefined))
}

/** `HttpApi` keeps the codec that it derived, and in it the schema as it was declared. */
const declared = (codec: Schema.Top | undefined): SlotSchemas["body"] =>
  (codec as { readonly schema?: SlotSchemas["body"] } | undefined)?.schema

/** The rest of the body is not waited for. */
const hungUp = (status: number, detail: string) =>
  Effect.succeed(jsonResponse(status, JSON.stringify({ detail }), { connection: "close" }))

const unreadBody = (error: BodyPacked | BodyLate | BodyTooLarge | BodyBroken) => {
  switch (error._tag) {
    case "BodyPacked":
      return hungUp(400, "Packed bodies are not taken: send it as it is, without Content-Encoding")
    case "BodyLate":
      return hungUp(408, `The request did not come in whole within ${error.millis / 1000} s`)
    case "BodyTooLarge":
      return hungUp(413, `The body is larger than ${error.most} bytes, the most taken here`)
    case "BodyBroken":
      return Effect.succeed(unreadable)
  }
}
