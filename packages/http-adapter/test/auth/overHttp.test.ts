import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Context, Effect, Layer } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { JwtAuthenticator } from "../../src/auth/JwtAuthenticator.ts"
import { send } from "../support/ask.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { testServer } from "../support/TestServer.ts"
import { TokenIssuer } from "../support/TokenIssuer.ts"

class Issuer extends Context.Service<Issuer, TokenIssuer>()("@hangtag/http-adapter/test/Issuer") {}

const trusting = Layer.unwrap(
  Effect.map(Issuer, (issuer) => testServer({ authenticator: JwtAuthenticator(issuer) })),
)
const seeded = Layer.effectDiscard(seedCatalog("org-a", seededCatalog())).pipe(
  Layer.provideMerge(trusting),
  Layer.provideMerge(Layer.effect(Issuer, TokenIssuer.make)),
)

const signed = (claims = {}) => Issuer.use((issuer) => Effect.promise(() => issuer.sign(claims)))

/** Searches with these headers: status, `www-authenticate`, `retry-after`, body. */
const searched = (headers: Record<string, string>) =>
  Effect.map(
    send({ target: "/api/products/P1/variants/search?q=boot", headers }),
    ({ status, headers, json }) => ({
      status,
      challenge: headers["www-authenticate"],
      retryAfter: headers["retry-after"],
      detail: (json as { detail?: string }).detail,
    }),
  )

const reader = { permissions: ["variant:read"] }

layer(seeded)("a server with an issuer", (it) => {
  const test = generatorTests(it.effect)

  test("takes its tokens in header and cookie, and challenges everything else", function* () {
    const token = yield* signed(reader)
    const ok = { status: 200, challenge: undefined, retryAfter: undefined, detail: undefined }
    assert.deepStrictEqual(yield* searched({ authorization: `Bearer ${token}` }), ok)
    assert.deepStrictEqual(yield* searched({ cookie: `identity_provider_session=${token}` }), ok)
    const refused = { status: 401, challenge: "Bearer", retryAfter: undefined }
    assert.deepStrictEqual(yield* searched({}), { ...refused, detail: "Not authenticated" })
    assert.deepStrictEqual(yield* searched({ authorization: "Bearer x" }), {
      ...refused,
      detail: "The token is not valid",
    })
  })

  test("names the permission that is missing, and denies foreign organizations", function* () {
    const unable = yield* searched({ authorization: `Bearer ${yield* signed()}` })
    assert.deepStrictEqual([unable.status, unable.detail], [403, "Permission variant:read is required"])
    const authorization = `Bearer ${yield* signed(reader)}`
    const elsewhere = yield* searched({ authorization, "x-organization-id": "org-b" })
    assert.deepStrictEqual(
      [elsewhere.status, elsewhere.detail],
      [403, "X-Organization-ID must name one of your organizations"],
    )
    const both = `Bearer ${yield* signed({ ...reader, organizations: ["org-a", "org-b"] })}`
    assert.strictEqual((yield* searched({ authorization: both, "x-organization-id": "org-a" })).status, 200)
    // nothing of the one is in the other
    assert.strictEqual((yield* searched({ authorization: both, "x-organization-id": "org-b" })).status, 404)
  })

  test("answers 503 while the issuer's keys cannot be had, and recovers", function* () {
    const issuer = yield* Issuer
    yield* Effect.promise(() => issuer.rotate())
    const authorization = `Bearer ${yield* signed(reader)}`
    issuer.state = "down"
    assert.deepStrictEqual(yield* searched({ authorization }), {
      status: 503,
      challenge: undefined,
      retryAfter: "5",
      detail: "The authentication is unavailable (fetch the issuer's keys)",
    })
    issuer.state = "up"
    assert.strictEqual((yield* searched({ authorization })).status, 200)
  })
})
