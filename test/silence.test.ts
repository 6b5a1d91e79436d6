import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Trial } from "../lab/chaos/Trial.ts"
import { throughSilence } from "../lab/chaos/throughSilence.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { BucketServer } from "../packages/storage/test/BucketServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a database and a storage that go silent are said to be away, and keep no worker and no server from stopping in its time",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-silence-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    const bucket = await BucketServer.start()
    onTestFinished(() => bucket.stop())
    const trial = await Trial.create(server.url, bucket.endpoint, 10)
    onTestFinished(() => trial.dispose())
    const { wrong } = await throughSilence(trial, server, bucket, folder, 1)
    expect(wrong).toEqual([])
    expect(await trial.verdict()).toMatchObject({ lost: 0, doubled: 0, orphans: 0 })
  },
)
