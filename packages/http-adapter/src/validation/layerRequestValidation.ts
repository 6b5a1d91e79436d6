import { Context, Effect, Layer, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { bearerToken } from "../auth/bearerToken.ts"
import { RequestPath } from "./Arrival.ts"
import { isJsonContentType, type RawRequest, requestDecoder, type SlotSchemas } from "./decodeRequest.ts"
import { NotWithout, RecordedRoute } from "./endpointAnnotations.ts"
import { invalid, notFound, unreadable } from "./errorAnswers.ts"
import { isFile, maxBodySizeOf, RequestLimits, takesFiles } from "./limits.ts"
import type { ErrorDetail } from "./Refusal.ts"
import { DecodedRequest, RequestValidation } from "./RequestValidation.ts"
import { readBody } from "./readBody.ts"

/** Implements `RequestValidation` for every endpoint from the schemas that the endpoint was declared with. */
export const layerRequestValidation: Layer.Layer<RequestValidation> = Layer.succeed(
  RequestValidation,
  (httpEffect, { endpoint }) => {
    const { identifier, annotations } = endpoint
    const schemas = slotSchemas(endpoint)
    const decode = Context.get(annotations, RecordedRoute)
      ? requestDecoder(schemas)
      : requestDecoder({ query: Schema.Struct({}), ...schemas }, "refused")
    const decodeFile = requestDecoder({ query: Schema.Struct({}), ...schemas, body: undefined }, "refused")
    const mustHave = Context.get(annotations, NotWithout)

    return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const limits = Context.get(context, RequestLimits)
      const { params } = Context.get(context, RequestPath)
      const type = request.headers["content-type"]
      const answered = (body: Uint8Array | undefined) => {
        const raw: RawRequest = {
          params,
          query: /\?([^#]*)/.exec(request.url)?.[1] ?? "",
          headers: request.headers,
          // what a page elsewhere may send with a cookie is no request of ours: a browser asks us first for one with a type
          untypedIsJson: !isByCookie(request),
          body,
        }
        const isWholeFile = isFile(identifier, type)
        if (takesFiles(identifier) && !isWholeFile && !isJsonContentType(type))
          return Effect.succeed(invalid([otherFile(type!)]))
        const decoded = isWholeFile ? decodeFile(raw) : decode(raw, limits.maxValues)
        switch (decoded._tag) {
          case "Unreadable":
            return Effect.succeed(unreadable)
          case "Invalid":
            return Effect.succeed(isMissing(decoded.detail, mustHave) ? notFound : invalid(decoded.detail))
          case "Valid": {
            const { path, query, body: sent } = decoded.values
            return Effect.provideService(httpEffect, DecodedRequest, {
              body: sent,
              ...(isWholeFile && body && { file: body }),
              query: (query ?? {}) as Readonly<Record<string, unknown>>,
              members: Object.assign({}, path, query, sent),
            })
          }
        }
      }
      return schemas.body === undefined
        ? answered(undefined)
        : Effect.matchEffect(readBody(maxBodySizeOf(identifier, limits, type)), {
            onFailure: (answer) => Effect.succeed(answer),
            onSuccess: answered,
          })
    })
  },
)

/** By any: a host may know its callers by one of its own. */
const isByCookie = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers.cookie !== undefined && bearerToken(headers.authorization) === undefined

/** A form, say, or a file that is no sheet. */
const otherFile = (type: string): ErrorDetail => ({
  type: "value_error",
  loc: ["body", "sheet"],
  msg: `Value error, no sheet is taken as ${type.split(";", 1)[0]}: send the xlsx or csv file itself as the body, as text/csv or application/octet-stream, or its rows as application/json`,
  input: null,
})

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
