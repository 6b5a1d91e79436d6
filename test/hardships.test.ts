import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clockJumps } from "../lab/chaos/hardships/clockJumps.ts"
import { killedImport } from "../lab/chaos/hardships/killedImport.ts"
import { killedMigration } from "../lab/chaos/hardships/killedMigration.ts"
import { storageFolder } from "../lab/chaos/hardships/storageFolder.ts"
import { TinyDisk } from "../lab/chaos/hardships/TinyDisk.ts"
import { Trial } from "../lab/chaos/Trial.ts"
import { createTestDatabase } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { Dice } from "../packages/worker/test/simulation/Dice.ts"

const folder = mkdtempSync(join(tmpdir(), "hangtag-hardships-"))
const scope = Scope.makeUnsafe()
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
})
const emptyDatabase = () => Effect.runPromise(Scope.provide(createTestDatabase("empty"), scope))

it("an import that is killed is made whole by importing again", async () => {
  const dice = new Dice(1)
  expect(await killedImport(folder, { products: 200, kills: 1, dice })).toMatchObject({ wrong: [] })
})

describe.skipIf(testServer.unavailable !== undefined)("on a Postgres server", () => {
  it("a migration that is killed leaves the database as it was, and is made up for by the next", async () => {
    const urls = { disturbed: await emptyDatabase(), calm: await emptyDatabase() }
    expect(await killedMigration(urls, { kills: 1, dice: new Dice(1) })).toMatchObject({ wrong: [] })
  })

  it("a clock that jumps by an hour, to and fro, stops no export, link or event", async () => {
    expect(await clockJumps(folder, await emptyDatabase(), [1, -1])).toMatchObject({ wrong: [] })
  })

  describe("the folder of the files", () => {
    let disk: TinyDisk | undefined
    let trial: Trial
    let path: string
    beforeAll(async () => {
      disk = TinyDisk.unavailable === undefined ? new TinyDisk(join(folder, "disk"), 2) : undefined
      if (disk === undefined) console.warn(`Not tried: a full and a read-only disk (${TinyDisk.unavailable})`)
      path = disk?.path ?? folder
      trial = await Trial.create(await emptyDatabase(), path, 500)
    })
    afterAll(async () => {
      await trial?.dispose()
      disk?.dispose()
    })

    it("full, read-only or gone, is said by the job, which goes well once that is mended", async () => {
      expect(await storageFolder(trial, path, disk)).toEqual({ wrong: [] })
      expect(await trial.verdict()).toMatchObject({ lost: 0, doubled: 0, orphans: 0 })
    })
  })
})
