import * as Effect from "effect/Effect"
import { PermissionDenied } from "../contract/errors.ts"
import type { Permission, Principal } from "../contract/Principal.ts"

/** Fails with the permission that is missing. */
export const requirePermission = (
  principal: Principal,
  permission: Permission,
): Effect.Effect<void, PermissionDenied> =>
  principal.permissions.has(permission) ? Effect.void : Effect.fail(new PermissionDenied({ permission }))
