import { expect, it, onTestFinished } from "vitest"
import { startBucketTrial } from "../lab/chaos/startTrial.ts"
import { throughSilence } from "../lab/chaos/throughSilence.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "a database and a storage that go silent are said to be away, and keep no worker and no server from stopping in its time",
  async () => {
    const { trial, server, bucket, folder } = await startBucketTrial(onTestFinished, { products: 10 })
    const { wrong } = await throughSilence(trial, server, bucket, folder, 1)
    expect(wrong).toEqual([])
    expect(await trial.verdict()).toMatchObject({ lost: 0, doubled: 0, orphans: 0 })
  },
)
