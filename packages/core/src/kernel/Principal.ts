import * as Schema from "effect/Schema"

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
