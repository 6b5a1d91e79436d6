import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"

/** A draft that was withdrawn; times are ISO 8601, UTC. */
export const WithdrawnDraft = Schema.Struct({
  record_key: Schema.String,
  variant_key: Schema.String,
  price_type: Schema.String,
  amount: Amount,
  effective_from: Schema.String,
  withdrawn_at: Schema.String,
  withdrawn_by: Schema.String,
}).annotate({ identifier: "WithdrawnDraft" })
export interface WithdrawnDraft extends Schema.Schema.Type<typeof WithdrawnDraft> {}
