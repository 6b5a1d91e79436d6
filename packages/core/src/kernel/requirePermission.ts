import * as Effect from "effect/Effect"
import { PermissionDenied } from "./errors.ts"
import type { Permission, Principal } from "./Principal.ts"

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

/** Fails for a caller who is bound to price lists. */
export const requireUnbound = (
  principal: Principal,
  permission: Permission,
): Effect.Effect<void, PermissionDenied> =>
  Effect.suspend(() =>
    principal.priceLists === undefined
      ? Effect.void
      : Effect.fail(new PermissionDenied({ permission, every_list: true })),
  )

const noPrincipal =
  "There is no principal: give who calls, { organization, subject, permissions: allPermissions }"
const notSet = 'The principal\'s permissions are no Set: give new Set(["price:read"]), or allPermissions'
