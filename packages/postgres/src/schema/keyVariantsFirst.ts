import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Puts the organization behind in the key of variants, as in every other index of theirs: their lookups by product
 * were planned to walk the key by the organization alone where statistics knew too little of it.
 */
export const keyVariantsFirst = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`alter table hangtag_variant drop constraint hangtag_variant_pkey,
    add primary key (variant_key, organization)`
})
