import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PermissionDenied } from "./errors.ts"

/** What a caller may be allowed to do; every operation asks for exactly one of these. */
export const Permission = Schema.Literals([
  "product:read",
  "job:create",
  "variant:read",
  "price:read",
  "price:write",
  "batch:read",
  "batch:publish",
])
export type Permission = typeof Permission.Type

/** Who calls: the one organization that the call is scoped to, the caller's name there, and what they may do. */
export interface Principal {
  readonly organization: string
  readonly subject: string
  readonly permissions: ReadonlySet<Permission>
  /** The price lists that the caller is bound to: of others they see nothing, `base` among these. Left out: every list. */
  readonly priceLists?: ReadonlySet<string>
}

/** Whether the caller may know of the price list. */
export const seesPriceList = ({ priceLists }: Principal, price_list: string): boolean =>
  priceLists === undefined || priceLists.has(price_list)

/** Every permission, for trusted callers inside the host's own process. */
export const allPermissions: ReadonlySet<Permission> = new Set(Permission.literals)

/** Fails with the permission that is missing. */
export const requirePermission = (
  principal: Principal,
  permission: Permission,
): Effect.Effect<void, PermissionDenied> => {
  // for those who have no type checker
  const { organization, permissions } = principal ?? {}
  if (permissions === undefined || typeof organization !== "string")
    return Effect.die(new TypeError(noPrincipal))
  if (typeof permissions.has !== "function") return Effect.die(new TypeError(notSet))
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
