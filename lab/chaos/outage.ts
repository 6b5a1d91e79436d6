/**
 * Takes the storage away from exports, and then the database, for as many minutes; they complete by themselves afterwards.
 *
 *     npx -y pnpm@12 chaos outage --storage 60 --database 60 --exports 10
 */
import { BucketServer } from "../../packages/storage/test/BucketServer.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"
import { Trial } from "./Trial.ts"
import { throughOutages } from "./throughOutages.ts"

const { storage, database, exports } = numbers({ storage: 60, database: 60, exports: 10 })
await onServer(async (server, folder) => {
  const bucket = await BucketServer.start()
  const trial = await Trial.create(server.url, bucket.endpoint, 100)
  try {
    const outages = { exports, storage: storage * 60, database: database * 60 }
    const { wrong, attempts } = await throughOutages(trial, server, bucket, folder, outages)
    for (const each of wrong) console.error(each)
    report("outage", undefined, {
      "minutes without storage": storage,
      "without a database": database,
      "attempts at most": attempts,
      jobs: trial.jobs.length,
      wrong: wrong.length,
    })
  } finally {
    await trial.dispose()
    await bucket.stop()
  }
})
