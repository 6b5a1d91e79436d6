import { HttpApiMiddleware } from "effect/http-api"
import type { DecodedRequest } from "../validation/RequestValidation.ts"
import type { CurrentPrincipal } from "./Authentication.ts"
import { Conflict } from "./errors.ts"

/** Answers a request that is sent again under the same `Idempotency-Key` as the first time, and does it once. */
export class Idempotency extends HttpApiMiddleware.Service<
  Idempotency,
  { requires: CurrentPrincipal | DecodedRequest }
>()("@hangtag/http-adapter/api/Idempotency", { error: Conflict }) {}
