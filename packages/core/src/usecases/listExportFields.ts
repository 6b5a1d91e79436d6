import * as Effect from "effect/Effect"
import type { Principal } from "../contract/Principal.ts"
import { exportFieldList } from "../domain/exportFieldList.ts"
import { CatalogRepository } from "../ports/CatalogRepository.ts"
import { requirePermission } from "./requirePermission.ts"

/** Lists what an export's columns may read. Needs `product:read`. */
export const listExportFields = Effect.fn("listExportFields")(function* (principal: Principal) {
  yield* requirePermission(principal, "product:read")
  const catalog = yield* CatalogRepository
  return exportFieldList(yield* catalog.attributeUses(principal.organization))
})
