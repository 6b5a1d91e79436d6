import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { soak } from "../lab/chaos/soaking.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"
import { createTestDatabase } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { Dice } from "../packages/worker/test/simulation/Dice.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a server under every kind of load holds in the end what it held at first",
  async () => {
    const folder = startFolder(onTestFinished)
    const run = Effect.flatMap(createTestDatabase("empty"), (url) =>
      Effect.promise(() => soak(url, folder, { seconds: 2, callers: 4, dice: new Dice(1) })),
    )
    const { requests, wrong } = await Effect.runPromise(Effect.scoped(run))
    expect(wrong).toEqual([])
    expect(requests).toBeGreaterThan(0)
  },
)
