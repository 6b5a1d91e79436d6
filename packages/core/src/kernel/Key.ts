import * as Schema from "effect/Schema"

/** What names a brand, product, variant, batch, record or job; of one that cannot be there nothing is found. */
export const Key = Schema.String
