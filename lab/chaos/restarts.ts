/**
 * Stops and starts a Postgres server every few seconds under exports and requests from several processes.
 *
 *     npx -y pnpm@12 chaos restarts --seconds 300 --exports 1000 --requests 5000
 */
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"
import { restartUnderLoad } from "./restarting.ts"

const { seed, ...given } = numbers({ seconds: 300, exports: 1000, requests: 5000 })
await onTrial({ products: 200 }, async ({ trial, server, folder }) => {
  const load = { ...given, servers: 2, workers: 2, pause: [5000, 10_000] as const, dice: new Dice(seed) }
  const { restarts, answers, jobs, ...verdict } = await restartUnderLoad(trial, server, folder, load)
  for (const each of answers.wrong.slice(0, 20)) console.error(each)
  const { answered, refused, wrong, slowest } = answers
  report("restarts", seed, {
    jobs,
    restarts,
    answered,
    "to be retried": refused,
    "slowest answer": `${slowest} ms`,
    wrong: wrong.length,
    ...verdict,
  })
})
