import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Trial } from "../lab/chaos/Trial.ts"
import { throughOutages } from "../lab/chaos/throughOutages.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { BucketServer } from "../packages/storage/test/BucketServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "exports complete by themselves once their storage, or the database, is back",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-outage-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    const bucket = await BucketServer.start()
    onTestFinished(() => bucket.stop())
    const trial = await Trial.create(server.url, bucket.endpoint, 10)
    onTestFinished(() => trial.dispose())
    const outages = { exports: 1, storage: 1, database: 1 }
    const { wrong } = await throughOutages(trial, server, bucket, folder, outages)
    expect(wrong).toEqual([])
  },
)
