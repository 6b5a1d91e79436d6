import {
  type Authenticated,
  Authenticator,
  type Credentials,
  OrganizationDenied,
  type Permission,
  Unauthenticated,
  Unavailable,
} from "@hangtag/core"
import { Effect, Layer } from "effect"
import { RequestLimits } from "../validation/limits.ts"

/**
 * Who calls as a host says it; `permissions` may be a set or a list. `byToken: true` where a token in a header says so, and
 * no cookie: such calls are taken from pages of any origin. Null and undefined: unknown.
 */
export type HostPrincipal =
  | (Omit<Authenticated, "permissions" | "priceLists"> & {
      readonly permissions: Iterable<Permission>
      readonly priceLists?: Iterable<string> | undefined
    })
  | null
  | undefined

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

const isList = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Symbol.iterator in value

const principalOf = (given: HostPrincipal): Effect.Effect<Authenticated, Unauthenticated> => {
  if (given === null || given === undefined)
    return Effect.fail(new Unauthenticated({ reason: "Not authenticated" }))
  const { organization, subject, permissions, priceLists, byToken } = given
  if (
    !isText(organization) ||
    !isText(subject) ||
    !isList(permissions) ||
    !(priceLists === undefined || isList(priceLists))
  ) {
    return Effect.die(
      new TypeError(
        "authenticate must give { organization: text, subject: text, permissions: a Set or a list, and priceLists, if given, alike }",
      ),
    )
  }
  return Effect.succeed({
    organization,
    subject,
    permissions: new Set(permissions),
    ...(priceLists !== undefined && { priceLists: new Set(priceLists) }),
    byToken: byToken === true,
  })
}

const ownErrors: ReadonlySet<unknown> = new Set([
  Unauthenticated.identifier,
  OrganizationDenied.identifier,
  Unavailable.identifier,
])

type OwnError = Unauthenticated | OrganizationDenied | Unavailable

/** By tag: the host's copy of the core may be another one. */
const isOwnError = (error: unknown): error is OwnError =>
  error instanceof Error && "_tag" in error && ownErrors.has(error._tag)

const late = Effect.fail(
  new Unavailable({ service: "authentication", operation: "wait for who calls", retryable: true }),
)

/**
 * An `Authenticator` of a host's plain function. What it throws but for the port's own errors is a fault of the host; it
 * is waited for as long as a request may take.
 */
export const hostAuthenticator = (
  authenticate: (credentials: Credentials) => HostPrincipal | Promise<HostPrincipal>,
): Layer.Layer<Authenticator> =>
  Layer.succeed(Authenticator, {
    authenticate: (credentials) =>
      Effect.tryPromise({ try: async () => authenticate(credentials), catch: (error) => error }).pipe(
        Effect.catch((error) => (isOwnError(error) ? Effect.fail(error) : Effect.die(error))),
        Effect.flatMap(principalOf),
        (asked) =>
          Effect.flatMap(RequestLimits, ({ requestTimeout: duration }) =>
            Effect.timeoutOrElse(asked, { duration, orElse: () => late }),
          ),
      ),
  })
