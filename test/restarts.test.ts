import { expect, it, onTestFinished } from "vitest"
import { restartUnderLoad } from "../lab/chaos/restarting.ts"
import { startTrial } from "../lab/chaos/startTrial.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { Dice } from "../packages/worker/test/simulation/Dice.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a database that stops and starts costs answers that say so, and not one export",
  async () => {
    const { trial, server, folder } = await startTrial(onTestFinished, { products: 100 })
    const load = {
      seconds: 2,
      exports: 10,
      requests: 100,
      servers: 1,
      workers: 1,
      pause: [300, 700] as const,
      dice: new Dice(1),
    }
    const { answers, ...verdict } = await restartUnderLoad(trial, server, folder, load)
    expect(answers.wrong).toEqual([])
    expect(verdict).toMatchObject({ lost: 0, doubled: 0, orphans: 0 })
    expect(verdict.restarts).toBeGreaterThan(0)
  },
)
