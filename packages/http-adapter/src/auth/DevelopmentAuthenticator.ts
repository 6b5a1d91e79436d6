import { Authenticator, allPermissions, OrganizationDenied } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { isName } from "./principalFromClaims.ts"

/**
 * Lets every call in as one local principal who may do everything, whatever credentials it carries: in the
 * organization `demo`, or in the one that `X-Organization-ID` names, so that several can be tried out.
 *
 * Only for a server that listens on loopback and has no authentication configured.
 */
export const DevelopmentAuthenticator = Layer.succeed(Authenticator, {
  authenticate: ({ organization: named }) => {
    const organization = named || "demo"
    return isName(organization)
      ? Effect.succeed({ organization, subject: "developer", permissions: allPermissions })
      : Effect.fail(new OrganizationDenied())
  },
})
