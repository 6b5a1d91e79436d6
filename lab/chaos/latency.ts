/**
 * Measures how long an export waits until a worker in another process, which has nothing to do, begins it.
 *
 *     npx -y pnpm@12 chaos latency --jobs 100
 */
import { setTimeout } from "node:timers/promises"
import { numbers } from "./numbers.ts"
import { onTrial } from "./onServer.ts"
import { report } from "./report.ts"

const { jobs } = numbers({ jobs: 100 })
await onTrial({ products: 10 }, async ({ trial }) => {
  await trial.worker()
  const waits: Array<number> = []
  for (let index = 0; index < jobs; index++) {
    // At any moment between two looks of the worker.
    await setTimeout(Math.random() * 200)
    const { started_at, created_at } = await trial.ended(await trial.ask())
    waits.push((started_at! - created_at) / 1000)
  }
  waits.sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(waits[Math.floor(share * waits.length)]!)} ms`
  report("latency", undefined, { jobs: waits.length, median: at(0.5), "95 of 100 within": at(0.95) })
})
