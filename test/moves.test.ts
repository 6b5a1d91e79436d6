import { expect, it, onTestFinished } from "vitest"
import { movesUnderLoad } from "../lab/chaos/moving.ts"
import { startServer } from "../lab/chaos/startTrial.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "an organization that moves under load loses and doubles nothing, is read all the time, and is gone where it was",
  async () => {
    const { server, folder } = await startServer(onTestFinished)
    const { ledger, lost, doubled, gaps } = await movesUnderLoad(server, folder, {
      moves: 2,
      changes: 3,
      callers: 2,
    })
    expect({ wrong: ledger.wrong, lost, doubled, gaps }).toEqual({ wrong: [], lost: 0, doubled: 0, gaps: 0 })
    expect(ledger.refused).toBeGreaterThan(0)
  },
)
