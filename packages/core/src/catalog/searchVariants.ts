import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { requireWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { readLate } from "../kernel/StaleReads.ts"
import { withDefault } from "../kernel/withDefault.ts"
import { VariantSearch } from "./Catalog.ts"
import { CatalogRepository } from "./CatalogRepository.ts"

/**
 * Finds variants of a product by a text in key, name, color, size, width or vendor color code. Fails with `NotFound` for an
 * unknown product, and with `LimitExceeded` (`search_text`) before anything is read. Needs `variant:read`.
 */
export const searchVariants = operation({
  name: "searchVariants",
  permission: "variant:read",
  input: Schema.Struct({
    product_key: Key,
    text: Schema.String.check(Schema.isMinCodePoints(1)),
    limit: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })), 20),
  }),
  output: VariantSearch,
  errors: [NotFound, LimitExceeded],
  ports: [CatalogRepository],
  limits: ["search_text"],
  effect: "read",
  mayBeStale: readLate,
  unknownMembers: "ignored",
  forBound: true,
  run: Effect.fnUntraced(function* ({ organization }, { product_key, ...search }) {
    yield* requireWithin("search_text", search.text.length, ["text"])
    const catalog = yield* CatalogRepository
    const found = catalog.searchVariants(organization, product_key, search)
    return yield* requireFound(found, "product", product_key)
  }),
})
