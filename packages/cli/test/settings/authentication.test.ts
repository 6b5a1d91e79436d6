import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { onTestFinished } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { readSettings } from "../../src/settings/Settings.ts"

const test = generatorTests(it.effect)

const reading = (env: Record<string, string>) =>
  readSettings.pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

const all = {
  DATABASE_URL: "embedded",
  AUTH_ISSUER: "https://issuer.test/",
  AUTH_AUDIENCE: "hangtag",
  AUTH_JWKS_URL: "https://issuer.test/keys",
}

describe("the setting of the database", () => {
  test("names the embedded one where a forgotten server would lose a catalog", function* () {
    const { DATABASE_URL: _, ...unnamed } = all
    for (const env of [unnamed, { NODE_ENV: "production" }]) {
      assert.match((yield* Effect.flip(reading(env))).message, /^Setting DATABASE_URL=\(unset\) cannot/)
      const { databaseUrl, demo } = yield* reading({ ...env, DATABASE_URL: "embedded" })
      assert.deepStrictEqual([databaseUrl, demo], [undefined, false])
    }
    const { databaseUrl, demo } = yield* reading({ NODE_ENV: "development" })
    assert.deepStrictEqual([databaseUrl, demo], [undefined, true])
  })

  test("may stand in a file, its last line break left out", function* () {
    const folder = temporaryFolder(onTestFinished)
    const file = join(folder, "url")
    writeFileSync(file, "postgres://hangtag:hunter2@db/hangtag\n")
    const { databaseUrl } = yield* reading({ DATABASE_URL_FILE: file })
    assert.strictEqual(databaseUrl, "postgres://hangtag:hunter2@db/hangtag")
  })
})

describe("the settings of authentication", () => {
  test("configure it together, and leave it out together", function* () {
    assert.deepStrictEqual((yield* reading(all)).authentication, {
      issuer: all.AUTH_ISSUER,
      audience: all.AUTH_AUDIENCE,
      jwksUrl: all.AUTH_JWKS_URL,
    })
    assert.isUndefined((yield* reading({})).authentication)
  })

  test("limit the rate of calls wherever there is any, by default", function* () {
    assert.deepStrictEqual((yield* reading(all)).rateLimit, { limit: 200, windowMillis: 1_000 })
    assert.isNull((yield* reading({})).rateLimit)
    assert.isNull((yield* reading({ ...all, RATE_LIMIT: "off" })).rateLimit)
  })

  it.effect.each(Object.keys(all).slice(1))("are refused without %s", (name) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(reading({ ...all, [name]: "" }))
      assert.strictEqual(
        error.message,
        `Setting ${name}=(unset) cannot be used: set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL together, or none of them`,
      )
    }),
  )

  test("need a URL that keys can be fetched from", function* () {
    for (const url of ["issuer.test/keys", "file:///etc/passwd", "data:application/json,{}"]) {
      const error = yield* Effect.flip(reading({ ...all, AUTH_JWKS_URL: url }))
      assert.strictEqual(
        error.message,
        `Setting AUTH_JWKS_URL=${url} cannot be used: use the http or https URL of the issuer's key set`,
      )
    }
  })
})
