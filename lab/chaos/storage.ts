/**
 * Exports into a bucket that answers 500 and 503, slowly, not at all, breaks off, and loses answers, at every kind
 * of call, and that is away for some seconds now and then.
 *
 *     npx -y pnpm@12 chaos storage --exports 300
 */
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { exportIntoFailing } from "./failing.ts"
import { numbers } from "./numbers.ts"
import { onBucketTrial } from "./onServer.ts"
import { report } from "./report.ts"

const { seed, exports } = numbers({ exports: 300 })
await onBucketTrial({ products: 500 }, async ({ trial, bucket }) => {
  const load = { exports, workers: 2, share: 0.2, outages: 5, dice: new Dice(seed) }
  const { jobs, calls, faults, cleared, swept, uploads, ...verdict } = await exportIntoFailing(
    trial,
    bucket,
    load,
  )
  report("storage", seed, {
    jobs,
    calls,
    faults,
    "uploads cleared later": cleared,
    "files cleared later": swept,
    wrong: uploads,
    ...verdict,
  })
})
