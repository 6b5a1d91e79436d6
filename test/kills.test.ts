import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { killAtCheckpoints, killAtRandom, wakeZombies } from "../lab/chaos/killing.ts"
import { Trial } from "../lab/chaos/Trial.ts"
import { createTestDatabase } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { Dice } from "../packages/worker/test/simulation/Dice.ts"

const asPromised = { lost: 0, doubled: 0, orphans: 0 }

describe.skipIf(testServer.unavailable !== undefined)("worker processes on a Postgres server", () => {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-kills-"))
  const scope = Scope.makeUnsafe()
  let trial: Trial
  beforeAll(async () => {
    const url = await Effect.runPromise(Scope.provide(createTestDatabase("empty"), scope))
    trial = await Trial.create(url, folder, 200)
  })
  afterAll(async () => {
    await trial?.dispose()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true })
  })

  it("killed at every checkpoint, leave each job completed once, with its one file", async () => {
    expect(await killAtCheckpoints(trial)).toBeGreaterThanOrEqual(8)
    expect(await trial.verdict()).toMatchObject(asPromised)
  })

  it("killed at moments of chance, leave each job completed once, with its one file", async () => {
    await killAtRandom(trial, 2, new Dice(1))
    expect(await trial.verdict()).toMatchObject(asPromised)
  })

  it("paused past their lease, change nothing when they wake", async () => {
    const { before, after } = await wakeZombies(trial, ["first rows read", "file stored", "about to finish"])
    expect(after).toEqual(before)
    expect(await trial.verdict()).toMatchObject(asPromised)
  })
})
