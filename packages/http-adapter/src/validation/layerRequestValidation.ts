import { Effect, Layer, type Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { type RawRequest, requestDecoder, type SlotSchemas } from "./decodeRequest.ts"
import { stringifyParsed } from "./exactNumber.ts"
import { DecodedPayload, RequestValidation } from "./RequestValidation.ts"

/** Implements `RequestValidation` for every endpoint from the schemas that the endpoint was declared with. */
export const layerRequestValidation: Layer.Layer<RequestValidation> = Layer.succeed(
  RequestValidation,
  (httpEffect, { endpoint }) => {
    const schemas = slotSchemas(endpoint)
    const decode = requestDecoder(schemas)
    return Effect.gen(function* () {
      const decoded = decode(yield* rawRequest(schemas.body !== undefined))
      switch (decoded._tag) {
        case "Unreadable":
          return unreadable
        case "Invalid":
          return jsonResponse(422, stringifyParsed({ detail: decoded.detail }))
        case "Valid":
          // `HttpApi` decodes parameters once more: from a query in which no name comes twice.
          return yield* httpEffect.pipe(
            Effect.provideService(HttpServerRequest.ParsedSearchParams, decoded.query),
            Effect.provideService(DecodedPayload, decoded.values.body),
          )
      }
    })
  },
)

const rawRequest = Effect.fnUntraced(function* (hasBody: boolean) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const query = request.url.replace(/#.*$/s, "").split("?")
  const raw: RawRequest = {
    params,
    query: query.slice(1).join("?"),
    headers: request.headers,
    // A body that is too large, or breaks off, is answered by the server (413, 400).
    body: hasBody ? new Uint8Array(yield* Effect.orDie(request.arrayBuffer)) : undefined,
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

const jsonResponse = (status: number, body: string) =>
  HttpServerResponse.text(body, { status, contentType: "application/json" })

const unreadable = jsonResponse(400, JSON.stringify({ detail: "There was an error parsing the body" }))
