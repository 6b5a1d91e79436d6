/**
 * Restarts two servers by turns under requests through a proxy that retries nothing: none may fail.
 *
 *     npx -y pnpm@12 chaos rolling --requests 10000 --restarts 9
 */
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"
import { rollingRestarts } from "./rollingRestarts.ts"

const { seed: _, ...given } = numbers({ requests: 10_000, restarts: 9, callers: 8 })
await onTrial({ products: 20 }, async ({ server, folder }) => {
  const { answered, refused, wrong, slowest, codes } = await rollingRestarts(server, folder, given)
  for (const each of wrong.slice(0, 20)) console.error(each)
  report("rolling", undefined, {
    restarts: codes.length,
    answered,
    "to be retried": refused,
    "slowest answer": `${slowest} ms`,
    wrong: wrong.length + refused + codes.filter((code) => code !== 0).length,
  })
})
