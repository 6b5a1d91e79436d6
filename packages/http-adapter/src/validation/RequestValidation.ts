import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { HTTPValidationError } from "./HTTPValidationError.ts"

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
