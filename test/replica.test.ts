import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Trial } from "../lab/chaos/Trial.ts"
import { throughReplica } from "../lab/chaos/throughReplica.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a replica that is stopped, paused, silent or promoted fails no call, and answers none with more than is allowed",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-replica-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    const trial = await Trial.create(server.url, folder, 200)
    onTestFinished(() => trial.dispose())
    const { wrong } = await throughReplica(server, folder, { rounds: 1, time: 1200, callers: 1, lag: 1 })
    expect(wrong).toEqual([])
  },
)
