import { createHash } from "node:crypto"
import { AdapterFault, IdempotencyStore, type Instant, instantFromMicros } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
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

const keep = (response: HttpServerResponse.HttpServerResponse): Effect.Effect<string, NotKept> => {
  const { body, headers, status } = response
  // what is asked to try again would be asked so for a day
  const isForLater = status >= 500 || headers["retry-after"] !== undefined
  if (isForLater || body._tag !== "Uint8Array") return Effect.fail(new NotKept(response))
  const isSmall = body.body.byteLength <= largest
  const kept: typeof Kept.Type = {
    status,
    body: isSmall ? new TextDecoder().decode(body.body) : null,
    link: headers.link,
  }
  return Effect.succeed(JSON.stringify(kept))
}

const again = (text: string, key: string): HttpServerResponse.HttpServerResponse => {
  const { body, status, link } = Option.getOrThrowWith(
    readKept(text),
    () => new AdapterFault("IdempotencyStore", "once", `gave an answer that it was not given, of ${key}`),
  )
  if (body === null)
    return refusal(
      409,
      "The request with this Idempotency-Key was carried out, and its answer was too large to be kept: look at what it did",
      {},
      { reason: "carried_out" },
    )
  const headers = link === undefined ? {} : { link }
  return HttpServerResponse.text(body, { status, contentType: "application/json", headers })
}

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
        const { organization, subject, priceLists } = yield* CurrentPrincipal
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
        const work = Effect.flatMap(httpEffect, (response) => {
          fresh = response
          return keep(response)
        })
        return yield* store.once(organization, request, work).pipe(
          Effect.map((kept) => fresh ?? again(kept, request.key)),
          Effect.catchTags({
            NotKept: ({ response }) => Effect.succeed(response),
            IdempotencyKeyReused: () => Effect.succeed(badKey(refuse("idempotency_key_reused"), key)),
            IdempotencyKeyInUse: ({ message }) =>
              Effect.succeed(refusal(409, message, { "retry-after": "1" }, { reason: "busy" })),
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
