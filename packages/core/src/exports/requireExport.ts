import * as Effect from "effect/Effect"
import { requireWithin } from "../kernel/CallLimits.ts"
import { type LimitExceeded, PermissionDenied } from "../kernel/errors.ts"
import { type Principal, requirePermission } from "../kernel/Principal.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { shortened } from "./rules/exportColumns.ts"
import { priceColumns } from "./rules/jobNeeds.ts"

/**
 * Fails with the permission that an export or its columns ask for, of several columns all are named; and where it names more keys or
 * columns than one export may.
 */
export const requireExport = Effect.fnUntraced(function* (
  principal: Principal,
  request: ExportRequest,
): Effect.fn.Return<void, PermissionDenied | LimitExceeded> {
  yield* requirePermission(principal, "product:read")
  const columns = priceColumns(request)
  if (columns.length > 0 && !principal.permissions.has("price:read"))
    yield* new PermissionDenied({ permission: "price:read", columns: columns.map(shortened) })
  const { product_keys, label_keys, source_filter, column_mappings } = request
  const keys = product_keys.length + (label_keys?.length ?? 0) + (source_filter?.length ?? 0)
  yield* requireWithin("export_keys", keys)
  yield* requireWithin("export_columns", column_mappings?.length ?? 0, ["column_mappings"])
})
