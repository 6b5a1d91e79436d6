import { migratedPorts } from "@hangtag/postgres"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { besiege } from "../lab/chaos/attacking.ts"
import { seedAttacked } from "../lab/chaos/attacks/catalog.ts"
import { credentials } from "../lab/chaos/attacks/credentials.ts"
import { attacks } from "../lab/chaos/attacks/index.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"
import { TokenIssuer } from "../packages/http-adapter/test/support/TokenIssuer.ts"
import { createTestDatabase, layerOf } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

/** Those that take seconds each, on a machine with other work, are left to `chaos attack`. */
const long =
  /^(change|flood|holding):|20 timelines|20 at once of 10,000|100,000 keys|1,500 known keys|a policy of 1,000|lists of fields|1,000 calls|16,000 columns|a thousand digits/
const short = attacks.filter(({ name }) => !long.test(name))
const shortCredentials = credentials.filter(({ name }) => !long.test(name))

it.skipIf(testServer.unavailable !== undefined)(
  "a server under attack answers for what its callers do wrong, serves others, and stays small",
  async () => {
    const folder = startFolder(onTestFinished)
    const ports = migratedPorts()
    const run = Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      yield* Effect.provide(seedAttacked, Layer.provide(ports, layerOf(url)))
      // once each and no times: a test may run on a busy machine
      const given = { env: { DATABASE_URL: url, HANGTAG_DATA: folder }, seconds: 0, timed: "none" } as const
      const issuer = yield* TokenIssuer.make
      return [
        yield* Effect.promise(() => besiege({ ...given, attacks: short })),
        yield* Effect.promise(() => besiege({ ...given, attacks: shortCredentials, issuer })),
      ]
    })
    const outcomes = await Effect.runPromise(Effect.scoped(run))
    expect(outcomes).toEqual([short, shortCredentials].map(({ length }) => ({ attacks: length, wrong: [] })))
  },
)
