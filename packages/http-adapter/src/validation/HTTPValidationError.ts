import { Schema } from "effect"

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
