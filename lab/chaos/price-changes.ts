/**
 * Changes prices from many callers on overlapping colorways, under servers that are killed, connections that are cut, a
 * database that restarts and answers that get lost, and compares with a replay in memory.
 *
 *     npx -y pnpm@12 chaos price-changes --changes 500 --callers 8
 */
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { changeUnderFaults } from "./priceChanges/changeUnderFaults.ts"
import { PriceTrial } from "./priceChanges/PriceTrial.ts"
import { report } from "./report.ts"

const { partitions, ...given } = numbers({ changes: 500, callers: 8, partitions: 0 })
await onServer(async (database, folder) => {
  const trial = await PriceTrial.create(database.url, folder, 2)
  try {
    const faults = { pause: [500, 2_000] as const, hold: [1_000, 4_500] as const, database }
    const { wrong, slowest, lostAnswers, ...figures } = await changeUnderFaults(trial, { ...given, faults })
    for (const each of wrong.slice(0, 20)) console.error(each)
    report("price-changes", given.seed, {
      ...figures,
      "answers lost": lostAnswers,
      "slowest answer": `${slowest} ms`,
      wrong: wrong.length,
    })
  } finally {
    await trial.dispose()
  }
}, partitions)
