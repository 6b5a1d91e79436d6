/**
 * Kills worker processes (SIGKILL) at every checkpoint and at random moments, on a Postgres server of its own.
 *
 *     npx -y pnpm@12 chaos kills --kills 300
 */
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { killAtCheckpoints, killAtRandom } from "./killing.ts"
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"

const { kills, seed, partitions } = numbers({ kills: 300, partitions: 0 })
await onTrial({ products: 1500, partitions }, async ({ trial }) => {
  const atCheckpoints = await killAtCheckpoints(trial)
  const atRandom = await killAtRandom(trial, kills, new Dice(seed))
  const { jobs, ...verdict } = await trial.verdict()
  report("kills", seed, { jobs, kills: atCheckpoints + atRandom, ...verdict })
})
