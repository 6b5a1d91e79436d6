import { Context, Schema } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

const ValidationError = Schema.Struct({
  type: Schema.String,
  loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  msg: Schema.String,
  input: Schema.optionalKey(Schema.Json),
  ctx: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
}).annotate({ identifier: "ValidationError", title: "ValidationError" })

/** The 422 answer, as documents and clients know it. */
export const HTTPValidationError = Schema.Struct({ detail: Schema.Array(ValidationError) }).annotate({
  identifier: "HTTPValidationError",
  title: "HTTPValidationError",
  httpApiStatus: 422,
})

/** The current request, decoded: its body, the file that it is where it is one, its query, and the members of all of its parts by their names over HTTP. */
export class DecodedRequest extends Context.Service<
  DecodedRequest,
  {
    readonly body: unknown
    readonly file?: Uint8Array
    readonly query: Readonly<Record<string, unknown>>
    readonly members: Readonly<Record<string, unknown>>
  }
>()("@hangtag/http-adapter/validation/DecodedRequest") {}

/**
 * Answers invalid requests before `HttpApi` sees them: 422 with every error of the request, or 400 when the
 * body is no text at all. Declared on the API, implemented by `layerRequestValidation`.
 *
 * Handlers are raw and take what was decoded here: `HttpApi`'s own JSON
 * parser would lose the digits of amounts, and what follows from the content type.
 */
export class RequestValidation extends HttpApiMiddleware.Service<
  RequestValidation,
  { provides: DecodedRequest }
>()("@hangtag/http-adapter/validation/RequestValidation", { error: HTTPValidationError }) {}
