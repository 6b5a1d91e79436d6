import { OrganizationDenied, Permission, type Principal, Unauthenticated } from "@hangtag/core"
import { Result, Schema } from "effect"

const isPermission = Schema.is(Permission)

/** A name that every database keeps as it is, and in an index. */
const Name = Schema.String.check(
  Schema.makeFilter((text: string) => text !== "" && !text.includes("\0") && text.isWellFormed()),
  Schema.makeFilter((text: string) => Buffer.byteLength(text) <= 500),
)
export const isName = Schema.is(Name)

/** The claims that are read; everything else in a token is ignored. */
export const Claims = Schema.Struct({
  sub: Name,
  /** The caller's organization, or the one of several that is meant when the call names none. */
  org_id: Schema.optional(Name),
  organizations: Schema.optional(Schema.Array(Name)),
  permissions: Schema.optional(Schema.Array(Schema.String)),
  /** RFC 8693 §4.2: words separated by blanks. */
  scope: Schema.optional(Schema.String),
  /** The price lists that the caller is bound to, in each of its organizations; none: it sees none. */
  price_lists: Schema.optional(Schema.Array(Schema.String)),
})
export interface Claims extends Schema.Schema.Type<typeof Claims> {}
const decodeClaims = Schema.decodeUnknownResult(Claims)

/**
 * The principal that verified claims stand for, in the organization that the call names.
 *
 * Organizations are `org_id` and `organizations` together; permissions are `permissions` and the words of
 * `scope`, unknown ones ignored. Without a named organization it is `org_id`, or the only one there is.
 */
export const principalFromClaims = (
  claims: unknown,
  named: string | undefined,
): Result.Result<Principal, Unauthenticated | OrganizationDenied> => {
  const decoded = decodeClaims(claims)
  if (Result.isFailure(decoded)) {
    return Result.fail(
      new Unauthenticated({ reason: "The token lacks a usable sub, organization or permission claim" }),
    )
  }
  const { sub, org_id, organizations, permissions, scope, price_lists } = decoded.success
  const own = new Set([...(org_id === undefined ? [] : [org_id]), ...(organizations ?? [])])
  const organization = named || org_id || (own.size === 1 ? [...own][0] : undefined)
  if (organization === undefined || !own.has(organization)) return Result.fail(new OrganizationDenied())
  const words = [...(permissions ?? []), ...(scope?.split(" ") ?? [])]
  return Result.succeed({
    organization,
    subject: sub,
    permissions: new Set(words.filter((word) => isPermission(word))),
    ...(price_lists !== undefined && { priceLists: new Set(price_lists) }),
  })
}
