import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { HTTPValidationError } from "./HTTPValidationError.ts"

/** The decoded body of the current request, for `withPayload`. */
export class DecodedPayload extends Context.Service<DecodedPayload, unknown>()(
  "@hangtag/http-adapter/validation/DecodedPayload",
) {}

/**
 * Answers invalid requests before `HttpApi` sees them: 422 with every error of the request, or 400 when the
 * body is no text at all. Declared on the API, implemented by `layerRequestValidation`.
 *
 * An endpoint with a payload takes it through `handlers.handleRaw(name, withPayload(…))`: `HttpApi`'s own JSON
 * parser would lose the digits of amounts, and what follows from the content type.
 */
export class RequestValidation extends HttpApiMiddleware.Service<
  RequestValidation,
  { provides: DecodedPayload }
>()("@hangtag/http-adapter/validation/RequestValidation", { error: HTTPValidationError }) {}
