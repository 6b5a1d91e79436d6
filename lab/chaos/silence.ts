/**
 * Lets the database, and then the storage, go silent without closing a connection, and asks and stops processes meanwhile.
 *
 *     npx -y pnpm@12 chaos silence --rounds 10
 */
import { numbers } from "./numbers.ts"
import { onBucketTrial } from "./onServer.ts"
import { report } from "./report.ts"
import { throughSilence } from "./throughSilence.ts"

const { rounds } = numbers({ rounds: 10 })
await onBucketTrial({ products: 100 }, async ({ trial, server, bucket, folder }) => {
  const { wrong, slowest } = await throughSilence(trial, server, bucket, folder, rounds)
  for (const each of wrong) console.error(each)
  report("silence", undefined, {
    silences: 2 * rounds,
    "slowest probe": `${slowest.probe} ms`,
    request: `${slowest.request} ms`,
    "slowest stop": `${slowest.stop} ms`,
    wrong: wrong.length,
    ...(await trial.verdict()),
  })
})
