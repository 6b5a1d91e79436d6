import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { loadDemo } from "@hangtag/cli"
import { PostgresPorts } from "@hangtag/postgres"
import { Effect, Layer } from "effect"
import { createTestDatabase, layerOf } from "../../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"

const run = promisify(execFile)

describe.skipIf(testServer.unavailable !== undefined)("a database of the host's", () => {
  it.live("has the host's rows and ours, or neither", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      yield* Effect.provide(loadDemo(), Layer.provide(PostgresPorts.layer(), layerOf(url)))
      const env = { ...process.env, DATABASE_URL: url }
      const { stdout } = yield* Effect.promise(() =>
        run(process.execPath, [join(import.meta.dirname, "order.ts")], { env }),
      )
      assert.deepStrictEqual(stdout.trim().split("\n"), [
        "before: 0 orders, 1 records",
        "4 prices are more than 1: 0 orders, 1 records",
        "4 added: 1 orders, 5 records",
      ])
    }).pipe(Effect.scoped),
  )
})
