import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Trial } from "../lab/chaos/Trial.ts"
import { throughStandby } from "../lab/chaos/throughStandby.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a database that takes no writes answers reads, says so, and is used again when it takes them",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-standby-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    const trial = await Trial.create(server.url, folder, 10)
    onTestFinished(() => trial.dispose())
    const { wrong } = await throughStandby(server, folder, 500)
    expect(wrong).toEqual([])
  },
)
