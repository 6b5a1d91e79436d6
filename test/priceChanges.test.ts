import { Effect, Exit, Scope } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { changeUnderFaults } from "../lab/chaos/priceChanges/changeUnderFaults.ts"
import { PriceTrial } from "../lab/chaos/priceChanges/PriceTrial.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"
import { createTestDatabase } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "price changes from many callers on a database in partitions, with servers killed and connections cut, are what a replay makes of them",
  async () => {
    const folder = startFolder(onTestFinished)
    const scope = Scope.makeUnsafe()
    onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const url = await Effect.runPromise(Scope.provide(createTestDatabase("partitioned"), scope))
    const trial = await PriceTrial.create(url, folder, 1)
    onTestFinished(() => trial.dispose())
    const faults = { pause: [100, 300] as const, hold: [100, 400] as const }
    const seen = await changeUnderFaults(trial, { changes: 24, callers: 4, seed: 1, faults })
    expect(seen.wrong).toEqual([])
    expect(seen).toMatchObject({ lost: 0, doubled: 0, gaps: 0 })
    expect(seen.publications).toBeGreaterThan(0)
    expect(seen.kills + seen.holds + seen.cuts).toBeGreaterThan(1)
  },
)
