/**
 * Makes the database read-only, and then its server die and the standby be asked before it is promoted.
 *
 *     npx -y pnpm@12 chaos standby --seconds 60
 */
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"
import { throughStandby } from "./throughStandby.ts"

const { seconds } = numbers({ seconds: 60 })
await onTrial({ products: 20 }, async ({ server, folder }) => {
  const { wrong, lines } = await throughStandby(server, folder, seconds * 1000)
  for (const each of wrong) console.error(each)
  report("standby", undefined, {
    "seconds without writes": 2 * seconds,
    "lines of a worker": lines,
    wrong: wrong.length,
  })
})
