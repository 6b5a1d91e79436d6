import { assert, describe, it } from "@effect/vitest"
import { Authenticator, type Credentials, Unavailable } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { JwtAuthenticator } from "../../src/auth/JwtAuthenticator.ts"
import type { Claims } from "../../src/auth/principalFromClaims.ts"
import { SessionAuthenticator } from "../../src/auth/SessionAuthenticator.ts"
import { TokenIssuer } from "../support/TokenIssuer.ts"

const test = generatorTests(it.effect)

/** As a host would write it: its own session store before the issuer's tokens. */
const sessions = new Map<string, Claims>([
  ["s-1", { sub: "eve", organizations: ["org-a", "org-b"], permissions: ["batch:read"] }],
])
const lookup = (session: string) =>
  session === "s-2"
    ? Effect.fail(
        new Unavailable({ service: "authentication", operation: "look up a session", retryable: true }),
      )
    : Effect.succeed(Option.fromNullishOr(sessions.get(session)))

const trusting = Effect.fnUntraced(function* () {
  const issuer = yield* TokenIssuer.make
  const { authenticate } = yield* Effect.provide(
    Authenticator,
    SessionAuthenticator({ lookup }).pipe(Layer.provide(JwtAuthenticator(issuer))),
  )
  const subject = (credentials: Partial<Credentials>) =>
    Effect.match(
      authenticate({
        authorization: undefined,
        session: undefined,
        organization: undefined,
        headers: {},
        ...credentials,
      }),
      {
        onSuccess: (principal) => `${principal.subject} of ${principal.organization}`,
        onFailure: (error) => error._tag,
      },
    )
  return { token: yield* Effect.promise(() => issuer.sign()), subject }
})

describe("an opaque session", () => {
  test("stands for whom it was given to, in the organization named", function* () {
    const { subject } = yield* trusting()
    assert.strictEqual(yield* subject({ session: "s-1", organization: "org-b" }), "eve of org-b")
    assert.strictEqual(yield* subject({ session: "s-1", organization: "org-c" }), "OrganizationDenied")
    assert.strictEqual(yield* subject({ session: "s-1" }), "OrganizationDenied")
  })

  test("leaves tokens, in header or cookie, to the other authenticator", function* () {
    const { subject, token } = yield* trusting()
    assert.strictEqual(yield* subject({ session: token }), "ann of org-a")
    assert.strictEqual(yield* subject({ session: "s-1", authorization: `Bearer ${token}` }), "ann of org-a")
    assert.strictEqual(yield* subject({ session: "s-1", authorization: "Bearer s-1" }), "Unauthenticated")
  })

  test("is no one's when unknown, and says so when it cannot be looked up", function* () {
    const { subject } = yield* trusting()
    assert.strictEqual(yield* subject({ session: "s-9" }), "Unauthenticated")
    assert.strictEqual(yield* subject({ session: "" }), "Unauthenticated")
    assert.strictEqual(yield* subject({}), "Unauthenticated")
    assert.strictEqual(yield* subject({ session: "s-2", organization: "org-a" }), "Unavailable")
  })
})
