import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { scopedFolder } from "../../../test/temporaryFolder.ts"
import { TokenIssuer } from "../../http-adapter/test/support/TokenIssuer.ts"
import { createTestDatabase } from "../../postgres/test/support/createTestDatabase.ts"
import { testServer } from "../../postgres/test/support/testServer.ts"
import { BucketServer } from "../../storage/test/BucketServer.ts"
import { startHere } from "./support/commandLine.ts"

/** The client of the bucket finds its credentials by itself. */
const credentials = Effect.acquireRelease(
  Effect.sync(() =>
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" }),
  ),
  () =>
    Effect.sync(() => {
      delete process.env.AWS_ACCESS_KEY_ID
      delete process.env.AWS_SECRET_ACCESS_KEY
    }),
)

const readinessOf = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/readyz`)
    const { checks } = (await response.json()) as { readonly checks: Record<string, string> }
    return [response.status, checks] as const
  })

describe.skipIf(testServer.unavailable)("a server whose bucket or key set cannot be used", () => {
  it.live("says which of them it is", () =>
    Effect.gen(function* () {
      yield* credentials
      const issuer = yield* TokenIssuer.make
      issuer.state = "failing"
      const bucket = yield* Effect.acquireRelease(
        Effect.promise(() => BucketServer.start()),
        (server) => Effect.promise(() => server.stop()),
      )
      const announced = yield* startHere(["serve", "--json"], {
        DATABASE_URL: yield* createTestDatabase("migrated"),
        HANGTAG_DATA: yield* scopedFolder,
        AUTH_ISSUER: issuer.issuer,
        AUTH_AUDIENCE: issuer.audience,
        AUTH_JWKS_URL: issuer.jwksUrl,
        S3_BUCKET: "files",
        S3_ENDPOINT: bucket.endpoint,
        S3_FORCE_PATH_STYLE: "on",
        PORT: "0",
        LOG_LEVEL: "none",
      })
      const { url } = JSON.parse(announced) as { readonly url: string }
      const [database, storage] = ["ok", "ok"]
      assert.deepStrictEqual(yield* readinessOf(url), [
        503,
        { database, storage, authentication: "unavailable" },
      ])
      bucket.fault = () => "500"
      assert.deepStrictEqual(yield* readinessOf(url), [
        503,
        { database, storage: "unavailable", authentication: "unavailable" },
      ])
    }).pipe(Effect.scoped),
  )
})
