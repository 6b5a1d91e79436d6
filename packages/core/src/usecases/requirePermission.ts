import * as Effect from "effect/Effect"
import type { ExportRequest } from "../contract/ExportRequest.ts"
import { PermissionDenied } from "../contract/errors.ts"
import type { Permission, Principal } from "../contract/Principal.ts"
import { shortened } from "../domain/exportColumns.ts"
import { priceColumns } from "../domain/jobNeeds.ts"

/** Fails with the permission that is missing. */
export const requirePermission = (
  principal: Principal,
  permission: Permission,
): Effect.Effect<void, PermissionDenied> => {
  // for those who have no type checker
  const { permissions } = principal ?? {}
  if (typeof permissions?.has !== "function")
    return Effect.die(new TypeError(permissions === undefined ? noPrincipal : notSet))
  return permissions.has(permission) ? Effect.void : Effect.fail(new PermissionDenied({ permission }))
}

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

const noPrincipal =
  "There is no principal: give who calls, { organization, subject, permissions: allPermissions }"
const notSet = 'The principal\'s permissions are no Set: give new Set(["price:read"]), or allPermissions'
