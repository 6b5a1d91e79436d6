import { expect, it, onTestFinished } from "vitest"
import { startTrial } from "../lab/chaos/startTrial.ts"
import { throughReplica } from "../lab/chaos/throughReplica.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a replica that is stopped, paused, silent or promoted fails no call, and answers none with more than is allowed",
  async () => {
    const { server, folder } = await startTrial(onTestFinished, { products: 200 })
    const { wrong } = await throughReplica(server, folder, { rounds: 1, time: 1200, callers: 1, lag: 1 })
    expect(wrong).toEqual([])
  },
)
