import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migratedPorts } from "@hangtag/postgres"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { besiege } from "../chaos/attacking.ts"
import { seedAttacked } from "../chaos/attacks/catalog.ts"
import { attacks } from "../chaos/attacks/index.ts"
import { createTestDatabase, layerOf } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a server under attack answers for what its callers do wrong, serves others, and stays small",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-attack-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const ports = migratedPorts()
    const run = Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      yield* Effect.provide(seedAttacked, Layer.provide(ports, layerOf(url)))
      const env = { DATABASE_URL: url, HANGTAG_DATA: folder }
      // once each, no times and nothing that waits: whoever runs tests may have a busy machine
      return yield* Effect.promise(() => besiege({ env, seconds: 0, timed: "none", except: "holding" }))
    })
    const outcome = await Effect.runPromise(Effect.scoped(run))
    expect(outcome).toEqual({
      attacks: attacks.filter(({ name }) => !name.startsWith("holding")).length,
      wrong: [],
    })
  },
)
