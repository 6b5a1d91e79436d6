import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentPrincipal } from "./Authentication.ts"
import { TooManyRequests } from "./errors.ts"

/** Refuses the calls of an organization that makes too many of them. */
export class RateLimit extends HttpApiMiddleware.Service<RateLimit, { requires: CurrentPrincipal }>()(
  "@hangtag/http-adapter/api/RateLimit",
  { error: TooManyRequests },
) {}
