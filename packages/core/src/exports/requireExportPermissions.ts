import * as Effect from "effect/Effect"
import { PermissionDenied } from "../kernel/errors.ts"
import { type Principal, requirePermission } from "../kernel/Principal.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { shortened } from "./rules/exportColumns.ts"
import { priceColumns } from "./rules/jobNeeds.ts"

/** Fails with the permission that an export or its columns ask for; of several columns all are named. */
export const requireExportPermissions = Effect.fnUntraced(function* (
  principal: Principal,
  request: ExportRequest,
): Effect.fn.Return<void, PermissionDenied> {
  yield* requirePermission(principal, "product:read")
  const columns = priceColumns(request)
  if (columns.length > 0 && !principal.permissions.has("price:read"))
    yield* new PermissionDenied({ permission: "price:read", columns: columns.map(shortened) })
})
