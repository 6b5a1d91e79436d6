import { expect, it, onTestFinished } from "vitest"
import { startBucketTrial } from "../lab/chaos/startTrial.ts"
import { throughOutages } from "../lab/chaos/throughOutages.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "exports complete by themselves once their storage, or the database, is back",
  async () => {
    const { trial, server, bucket, folder } = await startBucketTrial(onTestFinished, { products: 10 })
    const outages = { exports: 1, storage: 1, database: 1 }
    const { wrong } = await throughOutages(trial, server, bucket, folder, outages)
    expect(wrong).toEqual([])
  },
)
