/**
 * Pauses worker processes (SIGSTOP) at every checkpoint until others have ended their jobs, then wakes them.
 *
 *     npx -y pnpm@12 chaos zombies --rounds 5
 */
import { isDeepStrictEqual } from "node:util"
import { checkpoints } from "./checkpoints.ts"
import { wakeZombies } from "./killing.ts"
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"

const { rounds } = numbers({ rounds: 5 })
// After these the job has ended: no other worker takes it over.
const points = checkpoints.filter((name) => checkpoints.indexOf(name) < checkpoints.indexOf("finished"))
await onTrial({ products: 200 }, async ({ trial }) => {
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const { before, after } = await wakeZombies(trial, points)
    wrong += before.filter((job, index) => !isDeepStrictEqual(job, after[index])).length
  }
  const { jobs, ...verdict } = await trial.verdict()
  report("zombies", undefined, { jobs, woken: rounds * points.length, wrong, ...verdict })
})
