import type { Principal } from "@hangtag/core"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { Forbidden, ServiceUnavailable, Unauthorized } from "./errors.ts"

/** Who makes the current request, in which organization. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@hangtag/http-adapter/api/CurrentPrincipal",
) {}

/**
 * Finds out who calls, before anything of the request is looked at: by the `authorization` header (`Bearer`),
 * else the `identity_provider_session` cookie, in the organization that `X-Organization-ID` names.
 */
export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: CurrentPrincipal }
>()("@hangtag/http-adapter/api/Authentication", { error: [Unauthorized, Forbidden, ServiceUnavailable] }) {}
