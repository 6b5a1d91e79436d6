/**
 * Migrates to versions to come under servers that were started before, while prices are changed: none may fail or ask to be retried.
 *
 *     npx -y pnpm@12 chaos upgrades --versions 9 --changes 500
 */
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { PriceTrial } from "./priceChanges/PriceTrial.ts"
import { report } from "./report.ts"
import { throughUpgrades } from "./throughUpgrades.ts"

const { seed, partitions, ...given } = numbers({
  versions: 9,
  changes: 500,
  callers: 4,
  partitions: 0,
})
await onServer(async (server, folder) => {
  const trial = await PriceTrial.create(server.url, folder, 2)
  try {
    const { wrong, slowest, unavailable, ...figures } = await throughUpgrades(trial, server.url, {
      ...given,
      seed,
    })
    for (const each of wrong.slice(0, 20)) console.error(each)
    report("upgrades", seed, {
      versions: given.versions,
      ...figures,
      ...{
        "to be retried": unavailable,
        "slowest answer": `${slowest} ms`,
        wrong: wrong.length + unavailable,
      },
    })
  } finally {
    await trial.dispose()
  }
}, partitions)
