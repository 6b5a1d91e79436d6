import { expect, it, onTestFinished } from "vitest"
import { startTrial } from "../lab/chaos/startTrial.ts"
import { throughStandby } from "../lab/chaos/throughStandby.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a database that takes no writes answers reads, says so, and is used again when it takes them",
  async () => {
    const { server, folder } = await startTrial(onTestFinished, { products: 10 })
    const { wrong } = await throughStandby(server, folder, 500)
    expect(wrong).toEqual([])
  },
)
