/**
 * Takes the storage away from exports, and then the database, for as many minutes; they complete by themselves afterwards.
 *
 *     npx -y pnpm@12 chaos outage --storage 60 --database 60 --exports 10
 */
import { numbers } from "./numbers.ts"
import { onBucketTrial } from "./onServer.ts"
import { report } from "./report.ts"
import { throughOutages } from "./throughOutages.ts"

const { storage, database, exports } = numbers({ storage: 60, database: 60, exports: 10 })
await onBucketTrial({ products: 100 }, async ({ trial, server, bucket, folder }) => {
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
})
