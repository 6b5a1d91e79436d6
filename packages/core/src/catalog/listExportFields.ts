import * as Effect from "effect/Effect"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { CatalogRepository } from "./CatalogRepository.ts"
import { exportFieldList } from "./rules/exportFieldList.ts"

/**
 * Lists what an export's columns may read. Fails with `LimitExceeded` (`export_fields`) where the catalog has more.
 * Needs `product:read`.
 */
export const listExportFields = Effect.fn("listExportFields")(function* (principal: Principal) {
  yield* requirePermission(principal, "product:read")
  const catalog = yield* CatalogRepository
  const { organization } = principal
  // what each is used for takes a look at every product
  yield* requireWithin("export_fields", (yield* catalog.attributeDefinitions(organization)).length)
  const uses = yield* catalog.attributeUses(organization)
  yield* requireWithin(
    "export_fields",
    uses.reduce((sum, { members }) => sum + 1 + members.length, 0),
  )
  return exportFieldList(uses)
})
