/**
 * Exports into a bucket that answers 500 and 503, slowly, not at all, breaks off, and loses answers, at every kind
 * of call, and that is away for some seconds now and then.
 *
 *     npx -y pnpm@12 chaos storage --exports 300
 */
import { BucketServer } from "../../packages/storage/test/BucketServer.ts"
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { exportIntoFailing } from "./failing.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"
import { Trial } from "./Trial.ts"

const { seed, exports } = numbers({ exports: 300 })
await onServer(async (server) => {
  const bucket = await BucketServer.start()
  const trial = await Trial.create(server.url, bucket.endpoint, 500)
  try {
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
  } finally {
    await trial.dispose()
    await bucket.stop()
  }
})
