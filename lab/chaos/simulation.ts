/**
 * Simulates workers over ports in memory, seed after seed; a seed that fails is printed and replays by itself.
 *
 *     npx -y pnpm@12 chaos simulation --seeds 30 --steps 20000
 *     npx -y pnpm@12 chaos simulation --commands --seeds 30 --steps 20000
 *     npx -y pnpm@12 chaos simulation --from 32 --seeds 1 --steps 20000
 */
import { Effect } from "effect"
import { simulate } from "../../packages/worker/test/simulation/Simulation.ts"
import { options } from "./options.ts"

const { from, seeds, steps, commands } = options({ from: 1, seeds: 10, steps: 20_000, commands: false })
const total = { seeds: 0, steps: 0, jobs: 0, kills: 0, pauses: 0, faults: 0, late: 0 }
for (let seed = from; seed < from + seeds; seed++) {
  const figures = await Effect.runPromise(simulate(seed, steps, commands)).catch((cause) => {
    console.error(`seed ${seed} fails: ${cause}`)
    process.exit(1)
  })
  total.seeds++
  for (const key of ["steps", "jobs", "kills", "pauses", "faults", "late"] as const)
    total[key] += figures[key]
}
console.log(
  `simulation: ${Object.entries(total)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")}, lost 0, doubled 0, orphans 0`,
)
