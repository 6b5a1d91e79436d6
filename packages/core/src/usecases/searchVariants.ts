import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { VariantSearchQuery } from "../contract/Catalog.ts"
import { NotFound } from "../contract/errors.ts"
import type { Principal } from "../contract/Principal.ts"
import { CatalogRepository } from "../ports/CatalogRepository.ts"
import { requirePermission } from "./requirePermission.ts"
import { requireWithin } from "./requireWithin.ts"
import { spanned } from "./spanned.ts"

/**
 * Finds variants of a product by text. Fails with `NotFound` for an unknown product, and with `LimitExceeded`
 * (`search_text`) before anything is read. Needs `variant:read`.
 */
export const searchVariants = spanned(
  "searchVariants",
  Effect.fnUntraced(function* (principal: Principal, product_key: string, search: VariantSearchQuery) {
    yield* requirePermission(principal, "variant:read")
    yield* requireWithin("search_text", search.text.length, ["q"])
    const catalog = yield* CatalogRepository
    const found = yield* catalog.searchVariants(principal.organization, product_key, search)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "product", key: product_key })
    return found.value
  }),
)
