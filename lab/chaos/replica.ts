/**
 * Stops the read replica, pauses its replay, has it go silent and promotes it, under reads, exports and price changes: no call fails, no answer is
 * older than it says or than is allowed, and each export has what was there when it was asked for.
 *
 *     npx -y pnpm@12 chaos replica --rounds 3 --seconds 8 --callers 2 --products 3000
 */
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"
import { throughReplica } from "./throughReplica.ts"

const { rounds, seconds, callers, products, partitions } = numbers({
  rounds: 3,
  seconds: 8,
  callers: 2,
  products: 3000,
  partitions: 0,
})
await onTrial({ products, partitions }, async ({ server, folder }) => {
  const { wrong, ...figures } = await throughReplica(server, folder, {
    rounds,
    time: seconds * 1000,
    callers,
    lag: 3,
  })
  for (const each of wrong.slice(0, 20)) console.error(each)
  report("replica", undefined, { ...figures, wrong: wrong.length })
})
