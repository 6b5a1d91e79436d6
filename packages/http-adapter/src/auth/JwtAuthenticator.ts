import type { Authenticator } from "@hangtag/core"
import { Effect, Layer } from "effect"
import type { IssuerKeys } from "./IssuerKeys.ts"
import type { JwtOptions } from "./JwtOptions.ts"

/**
 * Authenticates by a JWT in the `authorization` header (`Bearer`), else in the `identity_provider_session`
 * cookie, checked for signature, issuer, audience and time.
 *
 * Keys are fetched on demand and again when a token names an unknown one, so that rotation needs no restart; a
 * key set that cannot be fetched is `Unavailable` until it can, which is tried every five seconds. `IssuerKeys` tells
 * whether they are there.
 */
export const JwtAuthenticator = (options: JwtOptions): Layer.Layer<Authenticator | IssuerKeys> =>
  Layer.effectContext(
    // Loaded for those who use it: most servers that are started on a developer's machine check no tokens.
    Effect.flatMap(
      Effect.promise(() => import("./checkTokens.ts")),
      ({ checkTokens }) => checkTokens(options),
    ),
  )
