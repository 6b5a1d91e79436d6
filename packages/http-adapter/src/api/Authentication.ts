import type { Permission, Principal } from "@hangtag/core"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { Forbidden, ServiceUnavailable, Unauthorized } from "./errors.ts"

/** Who makes the current request, in which organization. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@hangtag/http-adapter/api/CurrentPrincipal",
) {}

/** An endpoint's annotation: what its callers must be permitted. */
export class NeededPermission extends Context.Service<NeededPermission, Permission>()(
  "@hangtag/http-adapter/api/NeededPermission",
) {}

/**
 * Finds out who calls, before anything of the request is looked at: by the `authorization` header (`Bearer`),
 * else the `identity_provider_session` cookie, in the organization that `X-Organization-ID` names; and refuses
 * whom the endpoint's `NeededPermission` is not given.
 */
export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: CurrentPrincipal }
>()("@hangtag/http-adapter/api/Authentication", { error: [Unauthorized, Forbidden, ServiceUnavailable] }) {}
