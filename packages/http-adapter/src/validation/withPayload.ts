import { Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { DecodedPayload } from "./RequestValidation.ts"

/** Makes a raw handler of one that takes the payload that `RequestValidation` has decoded. */
export const withPayload =
  <Request extends { readonly endpoint: HttpApiEndpoint.ConstraintRequest }, A, E, R>(
    handler: (
      request: Request & { readonly payload: HttpApiEndpoint.Payload<Request["endpoint"]>["Type"] },
    ) => Effect.Effect<A, E, R>,
  ) =>
  (request: Request): Effect.Effect<A, E, R | DecodedPayload> =>
    Effect.flatMap(DecodedPayload, (payload) => handler({ ...request, payload }))
