import { createHash } from "node:crypto"
import {
  AdapterFault,
  IdempotencyStore,
  type Instant,
  instantFromMicros,
  Permission,
  type Principal,
} from "@hangtag/core"
import { currentInstant, requirePermission } from "@hangtag/core/adapter"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { Idempotency } from "../api/Idempotency.ts"
import { refusal } from "../validation/errorAnswers.ts"
import { errorDetail, type Refusal, refuse } from "../validation/Refusal.ts"
import { DecodedRequest } from "../validation/RequestValidation.ts"
import { answerFailure } from "./answerFailure.ts"

/** How long an answer is kept: a day. */
const keptFor: Instant = 24 * 3_600 * 1_000_000

const keyPattern = "^[!-~]{1,255}$"

/** The largest answer that is kept: 1 MB. */
const largest = 1_000_000

/** An answer as it is kept. */
const Kept = Schema.Struct({
  status: Schema.Int,
  /** Null where it was too large. */
  body: Schema.NullOr(Schema.String),
  /** Where the rest of what it lists is, if it has any. */
  link: Schema.optional(Schema.String),
  /** What the caller was asked for, all of which was had. */
  needs: Schema.optional(Schema.Array(Permission)),
})
const readKept = Schema.decodeUnknownOption(Schema.fromJsonString(Kept))

/** An answer that is not kept, so that the request may be tried again. */
class NotKept {
  readonly _tag = "NotKept"
  readonly response: HttpServerResponse.HttpServerResponse
  constructor(response: HttpServerResponse.HttpServerResponse) {
    this.response = response
  }
}

const keep = (
  response: HttpServerResponse.HttpServerResponse,
  needs: ReadonlyArray<Permission>,
): Effect.Effect<string, NotKept> => {
  const { body, headers, status } = response
  // what is asked to try again would be asked so for a day, and who is permitted since would be refused
  const isForLater = status >= 500 || status === 403 || headers["retry-after"] !== undefined
  if (isForLater || body._tag !== "Uint8Array") return Effect.fail(new NotKept(response))
  const isSmall = body.body.byteLength <= largest
  const kept: typeof Kept.Type = {
    status,
    body: isSmall ? new TextDecoder().decode(body.body) : null,
    link: headers.link,
    needs,
  }
  return Effect.succeed(JSON.stringify(kept))
}

/** The principal, whose permissions that are asked for and had are noted. */
const noting = (principal: Principal, needs: Set<Permission>): Principal => {
  const permissions = new Set(principal.permissions)
  permissions.has = (permission) => {
    const isHad = principal.permissions.has(permission)
    if (isHad) needs.add(permission)
    return isHad
  }
  return { ...principal, permissions }
}

/** The kept answer; of who has lost a permission that it asked for since, the refusal that a first call would have. */
const again = Effect.fnUntraced(function* (text: string, key: string, principal: Principal) {
  const {
    body,
    status,
    link,
    needs = [],
  } = Option.getOrThrowWith(
    readKept(text),
    () => new AdapterFault("IdempotencyStore", "once", `gave an answer that it was not given, of ${key}`),
  )
  for (const permission of needs) yield* requirePermission(principal, permission)
  if (body === null)
    return refusal(
      409,
      "The request with this Idempotency-Key was carried out, and its answer was too large to be kept: look at what it did",
      {},
      { reason: "carried_out" },
    )
  const headers = link === undefined ? {} : { link }
  return HttpServerResponse.text(body, { status, contentType: "application/json", headers })
})

const badKey = (fault: Refusal, key: string) =>
  HttpServerResponse.jsonUnsafe(
    { detail: [errorDetail(fault, "header", ["idempotency-key"], key)] },
    { status: 422 },
  )

/** Implements `Idempotency` through the core's `IdempotencyStore`; keys are each caller's own. */
export const idempotency: Layer.Layer<Idempotency, never, IdempotencyStore> = Layer.effect(
  Idempotency,
  Effect.map(
    IdempotencyStore,
    (store) => (httpEffect) =>
      Effect.gen(function* () {
        const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
        const key = headers["idempotency-key"]
        if (key === undefined) return yield* httpEffect
        if (!new RegExp(keyPattern).test(key)) {
          return badKey(refuse("string_pattern_mismatch", { pattern: keyPattern }), key)
        }
        const principal = yield* CurrentPrincipal
        const { organization, subject, priceLists } = principal
        const { body, file } = yield* DecodedRequest
        const payload = file === undefined ? body : createHash("sha256").update(file).digest("base64")
        const at = yield* currentInstant
        const request = {
          // who has come to be bound to lists since, or to none, is not given what was answered before
          key: JSON.stringify([subject, key, ...(priceLists ? [[...priceLists].sort()] : [])]),
          fingerprint: JSON.stringify([method, url, payload]),
          at,
          expires_at: instantFromMicros(at + keptFor),
        }
        let fresh: HttpServerResponse.HttpServerResponse | undefined
        const needs = new Set<Permission>()
        const noted = Effect.provideService(httpEffect, CurrentPrincipal, noting(principal, needs))
        const work = Effect.flatMap(noted, (response) => {
          fresh = response
          return keep(response, [...needs])
        })
        return yield* store.once(organization, request, work).pipe(
          Effect.flatMap((kept) => (fresh ? Effect.succeed(fresh) : again(kept, request.key, principal))),
          Effect.catchTags({
            NotKept: ({ response }) => Effect.succeed(response),
            IdempotencyKeyReused: () => Effect.succeed(badKey(refuse("idempotency_key_reused"), key)),
            IdempotencyKeyInUse: ({ message }) =>
              Effect.succeed(refusal(409, message, { "retry-after": "1" }, { reason: "busy" })),
            PermissionDenied: answerFailure,
            Unavailable: answerFailure,
          }),
        )
      }),
  ),
)

/** Where nothing keeps answers: a request that counts on it is refused rather than done twice. */
export const noIdempotency: Layer.Layer<Idempotency> = Layer.succeed(Idempotency, (httpEffect) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    headers["idempotency-key"] === undefined
      ? httpEffect
      : Effect.succeed(
          refusal(
            501,
            "Nothing keeps answers here: send the request without Idempotency-Key, or give the host an idempotencyStore",
          ),
        ),
  ),
)
