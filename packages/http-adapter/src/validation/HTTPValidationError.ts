import { Schema } from "effect"
import { errorDetail } from "./errorDetails.ts"
import type { Refusal } from "./Refusal.ts"

const ValidationError = Schema.Struct({
  type: Schema.String,
  loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  msg: Schema.String,
  input: Schema.optionalKey(Schema.Json),
  ctx: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
}).annotate({ identifier: "ValidationError" })

/** The 422 answer. Handlers fail with it where only they can tell: see `refuseBody`. */
export class HTTPValidationError extends Schema.Error<HTTPValidationError>("HTTPValidationError")(
  { detail: Schema.Array(ValidationError) },
  { httpApiStatus: 422 },
) {}

/** A 422 for one place in the body: `refuseBody(["lines", 0, "effective_from"], text, refuse(…))`. */
export const refuseBody = (
  path: ReadonlyArray<string | number>,
  input: Schema.Json,
  refusal: Refusal,
): HTTPValidationError =>
  new HTTPValidationError({ detail: [{ ...errorDetail(refusal, "body", path, input), input }] })
