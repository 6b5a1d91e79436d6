import { assert, describe, it } from "@effect/vitest"
import { type Authenticated, Authenticator, type Credentials } from "@hangtag/core"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { SignJWT, UnsecuredJWT } from "jose"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { IssuerKeys } from "../../src/auth/IssuerKeys.ts"
import { JwtAuthenticator } from "../../src/auth/JwtAuthenticator.ts"
import { TokenIssuer } from "../support/TokenIssuer.ts"

const test = generatorTests(it.effect)

const none: Credentials = {
  authorization: undefined,
  session: undefined,
  organization: undefined,
  headers: {},
}

/** An issuer, and what becomes of a token or of other credentials at an authenticator that trusts it. */
const trusting = Effect.fnUntraced(function* () {
  const issuer = yield* TokenIssuer.make
  const { authenticate } = yield* Effect.provide(Authenticator, JwtAuthenticator(issuer))
  const tried = (credentials: Partial<Credentials>) =>
    Effect.match(authenticate({ ...none, ...credentials }), {
      onSuccess: (principal) => principal,
      onFailure: (error) => error._tag,
    })
  const withToken = (token: Promise<string> | string, organization?: string) =>
    Effect.flatMap(
      Effect.promise(async () => token),
      (text) => tried({ authorization: `Bearer ${text}`, organization }),
    )
  return { issuer, tried, withToken }
})

const ann: Authenticated = {
  byToken: true,
  organization: "org-a",
  subject: "ann",
  permissions: new Set(["price:read"]),
}

describe("a token", () => {
  test("stands for its subject, organization and permissions", function* () {
    const { issuer, withToken } = yield* trusting()
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
    const scope = { permissions: undefined, scope: "openid price:read product:read" }
    const both: Authenticated = { ...ann, permissions: new Set(["price:read", "product:read"]) }
    assert.deepStrictEqual(yield* withToken(issuer.sign(scope)), both)
  })

  test("counts in the session cookie as in the header, which goes first", function* () {
    const { issuer, tried } = yield* trusting()
    const [token, other] = yield* Effect.promise(() =>
      Promise.all([issuer.sign(), issuer.sign({ sub: "bob" })]),
    )
    assert.deepStrictEqual(yield* tried({ session: token }), { ...ann, byToken: false })
    assert.deepStrictEqual(yield* tried({ session: other, authorization: `bearer  ${token} ` }), ann)
    assert.strictEqual(yield* tried({ session: token, authorization: "Bearer x" }), "Unauthenticated")
    assert.deepStrictEqual(yield* tried({ session: token, authorization: "Basic YTpi" }), {
      ...ann,
      byToken: false,
    })
  })

  test("is missing, empty or garbage: no one", function* () {
    const { issuer, tried } = yield* trusting()
    const token = yield* Effect.promise(() => issuer.sign())
    const [header, payload, signature] = token.split(".") as [string, string, string]
    const altered = Buffer.from(payload, "base64url").toString().replace("org-a", "org-b")
    for (const authorization of [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      "Bearer null",
      "Bearer ...",
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${header}.${payload}`,
      `Bearer ${header}.${payload}.`,
      `Bearer ${header}.${Buffer.from(altered).toString("base64url")}.${signature}`,
      `Bearer ${"a".repeat(60_000)}.b.c`,
    ]) {
      assert.strictEqual(yield* tried({ authorization }), "Unauthenticated", authorization)
    }
  })

  test("is refused with another issuer or audience, or without subject or expiry", function* () {
    const { issuer, withToken } = yield* trusting()
    for (const claims of [
      { iss: "https://other.test/" },
      { iss: undefined },
      { aud: "other" },
      { aud: undefined },
      { sub: undefined },
      { exp: undefined },
      { permissions: "price:read" },
      { org_id: 7 },
    ]) {
      assert.strictEqual(yield* withToken(issuer.sign(claims)), "Unauthenticated", JSON.stringify(claims))
    }
    assert.deepStrictEqual(yield* withToken(issuer.sign({ aud: ["other", issuer.audience] })), ann)
  })

  test("holds until it expires, and half a minute longer for clocks that differ", function* () {
    const { issuer, withToken } = yield* trusting()
    const early = issuer.sign({ nbf: 29 })
    assert.deepStrictEqual(yield* withToken(early), ann)
    assert.strictEqual(yield* withToken(issuer.sign({ nbf: 31 })), "Unauthenticated")
    yield* TestClock.setTime(3_629_000)
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
    yield* TestClock.setTime(3_630_000)
    assert.strictEqual(yield* withToken(issuer.sign()), "Unauthenticated")
  })

  test("cannot choose how it is checked: none, or the public key as a shared secret", function* () {
    const { issuer, withToken } = yield* trusting()
    const claims = { sub: "ann", org_id: "org-a" }
    const unsecured = new UnsecuredJWT(claims)
      .setIssuer(issuer.issuer)
      .setAudience(issuer.audience)
      .setExpirationTime(3_600)
      .encode()
    assert.strictEqual(yield* withToken(unsecured), "Unauthenticated")
    const confused = async () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(issuer.issuer)
        .setAudience(issuer.audience)
        .setExpirationTime(3_600)
        .sign(new TextEncoder().encode(await issuer.publicKeyText))
    assert.strictEqual(yield* withToken(confused()), "Unauthenticated")
  })

  it.effect.each(["RS256", "PS256", "ES256", "ES384", "EdDSA"])("may be signed by %s", (alg) =>
    Effect.gen(function* () {
      const { issuer, withToken } = yield* trusting()
      yield* Effect.promise(() => issuer.rotate({ alg }))
      assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
    }),
  )
})

test("why a token is refused is said for the log, and nothing of the token", function* () {
  const issuer = yield* TokenIssuer.make
  const { authenticate } = yield* Effect.provide(Authenticator, JwtAuthenticator(issuer))
  const whyOf = (token: Promise<string> | string) =>
    Effect.flatMap(
      Effect.promise(async () => token),
      (text) =>
        Effect.map(Effect.flip(authenticate({ ...none, authorization: `Bearer ${text}` })), (error) =>
          error._tag === "Unauthenticated" ? error.why : error._tag,
        ),
    )
  const token = yield* Effect.promise(() => issuer.sign())
  const key = new Uint8Array(32)
  for (const [refused, why] of [
    ["", "no token"],
    ["secret-words", "the token is no JWT"],
    [`${token.slice(0, -8)}AAAAAAAA`, "the token's signature does not match"],
    [issuer.sign({ exp: -100, iat: -200 }), "the token has expired"],
    [issuer.sign({ nbf: 100 }), "the token's claim nbf is not what is asked for"],
    [issuer.sign({ iss: "https://secret.test/" }), "the token's claim iss is not what is asked for"],
    [issuer.sign({ aud: "secret" }), "the token's claim aud is not what is asked for"],
    [issuer.sign({ sub: undefined }), "the token has no claim sub"],
    [issuer.sign({}, { kid: "secret" }), "no key of AUTH_JWKS_URL has signed the token"],
    [new SignJWT({}).setProtectedHeader({ alg: "HS256" }).sign(key), "the token's algorithm is not allowed"],
  ] as const)
    assert.strictEqual(yield* whyOf(refused), why)
})

describe("the organization", () => {
  test("is the one named among the caller's; a foreign one is denied", function* () {
    const { issuer, withToken } = yield* trusting()
    const several = { org_id: undefined, organizations: ["org-a", "org-b"] }
    for (const [claims, named, expected] of [
      [{}, undefined, "org-a"],
      [{}, "", "org-a"],
      [{}, "org-a", "org-a"],
      [{}, "org-b", "OrganizationDenied"],
      [{}, "ORG-A", "OrganizationDenied"],
      [several, "org-b", "org-b"],
      [several, undefined, "OrganizationDenied"],
      [{ ...several, org_id: "org-a" }, undefined, "org-a"],
      [{ ...several, org_id: "org-c" }, "org-b", "org-b"],
      [{ org_id: undefined, organizations: ["org-b"] }, undefined, "org-b"],
      [{ org_id: undefined }, undefined, "OrganizationDenied"],
    ] as const) {
      const found = yield* withToken(issuer.sign(claims), named)
      const organization = typeof found === "string" ? found : found.organization
      assert.strictEqual(organization, expected, JSON.stringify([claims, named]))
    }
  })
})

describe("the issuer's keys", () => {
  test("are checked to be there, every five seconds anew", function* () {
    const issuer = yield* TokenIssuer.make
    issuer.state = "failing"
    const { check } = yield* Effect.provide(IssuerKeys, JwtAuthenticator(issuer))
    const tell = Effect.map(Effect.exit(check), Exit.isSuccess)
    assert.deepStrictEqual([yield* tell, yield* tell, issuer.fetches], [false, false, 1])
    issuer.state = "up"
    assert.isFalse(yield* tell)
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual([yield* tell, yield* tell, issuer.fetches], [true, true, 2])
  })

  test("are fetched once for many tokens", function* () {
    const { issuer, withToken } = yield* trusting()
    yield* Effect.all(
      Array.from({ length: 20 }, () => withToken(issuer.sign())),
      { concurrency: "unbounded" },
    )
    assert.strictEqual(issuer.fetches, 1)
  })

  test("may be rotated: the new one counts at once, a withdrawn one no longer", function* () {
    const { issuer, withToken } = yield* trusting()
    const old = yield* Effect.promise(() => issuer.sign())
    assert.deepStrictEqual(yield* withToken(old), ann)
    yield* Effect.promise(() => issuer.rotate({ keep: true }))
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
    assert.deepStrictEqual(yield* withToken(old), ann)
    yield* Effect.promise(() => issuer.rotate())
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
    assert.strictEqual(yield* withToken(old), "Unauthenticated")
    assert.isAtMost(issuer.fetches, 4)
  })

  test("are each tried on a token that names none", function* () {
    const { issuer, withToken } = yield* trusting()
    yield* Effect.promise(() => issuer.rotate({ named: false }))
    yield* Effect.promise(() => issuer.rotate({ keep: true, named: false }))
    const unnamed = { kid: null }
    const last = yield* Effect.promise(() => issuer.sign({}, unnamed))
    assert.deepStrictEqual(yield* withToken(last), ann)
    assert.strictEqual(yield* withToken(issuer.sign({ aud: "other" }, unnamed)), "Unauthenticated")
    assert.strictEqual(yield* withToken(`${last.slice(0, -8)}AAAAAAAA`), "Unauthenticated")
  })

  test("may have one that cannot be used among them: the others count, and a token that names it is refused", function* () {
    const { issuer, withToken } = yield* trusting()
    issuer.beside = [{ kty: "RSA", kid: "weak", alg: "RS256", use: "sig", n: "AQAB", e: "AQAB" }]
    assert.deepStrictEqual(yield* withToken(issuer.sign({}, { kid: null })), ann)
    assert.strictEqual(yield* withToken(issuer.sign({}, { kid: "weak" })), "Unauthenticated")
  })

  test("are read up to 1 MiB", function* () {
    const { issuer, withToken } = yield* trusting()
    issuer.beside = [{ kty: "RSA", kid: "x".repeat(1024 ** 2) }]
    assert.strictEqual(yield* withToken(issuer.sign()), "Unavailable")
  })

  test("are not fetched again for every forged token", function* () {
    const { issuer, withToken } = yield* trusting()
    for (let forged = 0; forged < 50; forged++) {
      const token = issuer.sign({}, { kid: `forged-${forged}` })
      assert.strictEqual(yield* withToken(token), "Unauthenticated")
    }
    assert.isAtMost(issuer.fetches, 6)
    yield* TestClock.adjust("10 seconds")
    yield* Effect.promise(() => issuer.rotate())
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
  })

  test("are fetched from where the operator says, not from where a token or an answer points", function* () {
    const { issuer, withToken } = yield* trusting()
    const other = yield* TokenIssuer.make
    assert.strictEqual(yield* withToken(other.sign({}, { jku: other.jwksUrl })), "Unauthenticated")
    assert.strictEqual(other.fetches, 0)
    const { issuer: moved, withToken: withItsToken } = yield* trusting()
    moved.state = "moved"
    assert.strictEqual(yield* withItsToken(moved.sign()), "Unavailable")
    assert.strictEqual(moved.fetches, 1)
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
  })

  test("are asked for again five seconds after a silent issuer was given up, however long that took", function* () {
    const { issuer, withToken } = yield* trusting()
    issuer.state = "silent"
    const first = yield* Effect.forkChild(withToken(issuer.sign()))
    const hangUp = yield* Effect.promise(() => issuer.asked)
    yield* TestClock.adjust("6 seconds")
    hangUp()
    assert.strictEqual(yield* Fiber.join(first), "Unavailable")
    issuer.state = "up"
    yield* TestClock.adjust("4999 millis")
    assert.deepStrictEqual([yield* withToken(issuer.sign()), issuer.fetches], ["Unavailable", 1])
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
  })

  it.effect.each(["failing", "down"] as const)(
    "cannot be had while the issuer is %s, and then can",
    (state) =>
      Effect.gen(function* () {
        const { issuer, withToken } = yield* trusting()
        issuer.state = state
        for (let call = 0; call < 50; call++)
          assert.strictEqual(yield* withToken(issuer.sign()), "Unavailable")
        assert.strictEqual(issuer.fetches, 1)
        issuer.state = "up"
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
        // those that were fetched go on to count, an unknown one cannot be distinguished from a forged one
        issuer.state = state
        assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
        yield* Effect.promise(() => issuer.rotate())
        assert.strictEqual(yield* withToken(issuer.sign()), "Unavailable")
        issuer.state = "up"
        assert.deepStrictEqual(yield* withToken(issuer.sign()), ann)
      }),
  )
})
