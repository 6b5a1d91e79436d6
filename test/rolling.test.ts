import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { rollingRestarts } from "../lab/chaos/rollingRestarts.ts"
import { Trial } from "../lab/chaos/Trial.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "servers that restart by turns behind a proxy that retries nothing cost no answer",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hangtag-rolling-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    const trial = await Trial.create(server.url, folder, 10)
    onTestFinished(() => trial.dispose())
    const { wrong, refused, codes } = await rollingRestarts(server, folder, {
      requests: 100,
      restarts: 2,
      callers: 2,
    })
    expect({ wrong, refused, codes }).toEqual({ wrong: [], refused: 0, codes: [0, 0] })
  },
)
