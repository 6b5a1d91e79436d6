import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { restartUnderLoad } from "../lab/chaos/restarting.ts"
import { Trial } from "../lab/chaos/Trial.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { Dice } from "../packages/worker/test/simulation/Dice.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a database that stops and starts costs answers that say so, and not one export",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-restarts-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    const trial = await Trial.create(server.url, folder, 100)
    onTestFinished(() => trial.dispose())
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
