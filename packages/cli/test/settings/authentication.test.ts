import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readSettings } from "../../src/settings/Settings.ts"

const reading = (env: Record<string, string>) =>
  readSettings.pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

const all = {
  AUTH_ISSUER: "https://issuer.test/",
  AUTH_AUDIENCE: "hangtag",
  AUTH_JWKS_URL: "https://issuer.test/keys",
}

describe("the settings of authentication", () => {
  it.effect("configure it together, and leave it out together", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* reading(all)).authentication, {
        issuer: all.AUTH_ISSUER,
        audience: all.AUTH_AUDIENCE,
        jwksUrl: all.AUTH_JWKS_URL,
      })
      assert.isUndefined((yield* reading({})).authentication)
    }),
  )

  it.effect("limit the rate of calls wherever there is any, unless told otherwise", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* reading(all)).rateLimit, { limit: 200, windowMillis: 1_000 })
      assert.isNull((yield* reading({})).rateLimit)
      assert.isNull((yield* reading({ ...all, RATE_LIMIT: "off" })).rateLimit)
    }),
  )

  it.effect.each(Object.keys(all))("are refused without %s", (name) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(reading({ ...all, [name]: "" }))
      assert.strictEqual(
        error.message,
        `Setting ${name}=(unset) cannot be used: set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL together, or none of them`,
      )
    }),
  )

  it.effect("need a URL that keys can be fetched from", () =>
    Effect.gen(function* () {
      for (const url of ["issuer.test/keys", "file:///etc/passwd", "data:application/json,{}"]) {
        const error = yield* Effect.flip(reading({ ...all, AUTH_JWKS_URL: url }))
        assert.strictEqual(
          error.message,
          `Setting AUTH_JWKS_URL=${url} cannot be used: use the http or https URL of the issuer's key set`,
        )
      }
    }),
  )
})
