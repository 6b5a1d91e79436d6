import { Authenticator, OrganizationDenied, type Principal, Unauthenticated } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Knows fixed principals by token: the text after `Bearer`, else of the session cookie.
 *
 * A token stands for one principal in each of its organizations; without `X-Organization-ID` it is the first.
 */
export const memoryAuthenticator = (
  principals: Readonly<Record<string, ReadonlyArray<Principal>>>,
): Layer.Layer<Authenticator> =>
  Layer.succeed(Authenticator, {
    authenticate: ({ authorization, session, organization }) => {
      const sent = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1]
      const token = sent ?? session
      const known = token !== undefined && Object.hasOwn(principals, token) ? (principals[token] ?? []) : []
      if (known.length === 0) return Effect.fail(new Unauthenticated({ reason: "Not authenticated" }))
      const chosen =
        organization === undefined ? known[0] : known.find((each) => each.organization === organization)
      return chosen === undefined
        ? Effect.fail(new OrganizationDenied())
        : Effect.succeed(sent === undefined ? chosen : { ...chosen, byToken: true })
    },
  })
