import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "../kernel/errors.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { spanned } from "../kernel/spanned.ts"
import type { VariantSearchQuery } from "./Catalog.ts"
import { CatalogRepository } from "./CatalogRepository.ts"

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
