import { expect, it, onTestFinished } from "vitest"
import { rollingRestarts } from "../lab/chaos/rollingRestarts.ts"
import { startTrial } from "../lab/chaos/startTrial.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "servers that restart by turns behind a proxy that retries nothing cost no answer",
  async () => {
    const { server, folder } = await startTrial(onTestFinished, { products: 10 })
    const { wrong, refused, codes } = await rollingRestarts(server, folder, {
      requests: 100,
      restarts: 2,
      callers: 2,
    })
    expect({ wrong, refused, codes }).toEqual({ wrong: [], refused: 0, codes: [0, 0] })
  },
)
