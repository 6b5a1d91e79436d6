import { Effect, Exit, Scope } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { PriceTrial } from "../lab/chaos/priceChanges/PriceTrial.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"
import { throughUpgrades } from "../lab/chaos/throughUpgrades.ts"
import { createTestDatabase } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a server answers everything while the next version's migrations run and afterwards, and prices are what a replay makes of them",
  async () => {
    const folder = startFolder(onTestFinished)
    const scope = Scope.makeUnsafe()
    onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const url = await Effect.runPromise(Scope.provide(createTestDatabase("migrated"), scope))
    const trial = await PriceTrial.create(url, folder, 1)
    onTestFinished(() => trial.dispose())
    const seen = await throughUpgrades(trial, url, { versions: 1, changes: 12, callers: 2, seed: 1 })
    expect(seen).toMatchObject({ wrong: [], unavailable: 0, blocked: 1, lost: 0, doubled: 0, gaps: 0 })
  },
)
