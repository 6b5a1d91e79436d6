import { setTimeout } from "node:timers/promises"
import { Effect, Layer } from "effect"
import { type BucketServer, bucketFaults } from "../../packages/storage/test/BucketServer.ts"
import type { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { bucketAt } from "./installation.ts"
import type { Trial } from "./Trial.ts"

export interface BucketLoad {
  readonly exports: number
  /** Worker processes; with none, this process works. */
  readonly workers: number
  /** Of the calls that the bucket fails to serve, from 0 to 1. */
  readonly share: number
  /** Times in which it serves none, 2 seconds each. */
  readonly outages: number
  readonly dice: Dice
}

const waitForNoUploads = async ({ uploads }: BucketServer) => {
  for (let tries = 0; uploads.size > 0 && tries < 500; tries++) await setTimeout(10)
}

/** Exports into a bucket that fails in every way it can, until all have ended; then has leftovers cleared away. */
export const exportIntoFailing = async (trial: Trial, bucket: BucketServer, load: BucketLoad) => {
  const { dice } = load
  let out = false
  bucket.fault = () => (out ? "503" : dice.chance(load.share) ? dice.pick(bucketFaults) : undefined)
  const work = async () => {
    const workers = await Promise.all(Array.from({ length: load.workers }, () => trial.worker()))
    const jobs: Array<string> = []
    for (let asked = 0, outages = 0; asked < load.exports; asked++) {
      jobs.push(await trial.ask())
      if (outages * load.exports >= asked * load.outages) continue
      outages++
      out = true
      await setTimeout(2000)
      out = false
    }
    await Promise.all(jobs.map((job) => trial.ended(job)))
    await Promise.all(workers.map((worker) => worker.end("SIGTERM")))
  }
  await (load.workers === 0 ? trial.whileRescued(work) : work())
  bucket.fault = () => undefined
  const { calls, faults } = bucket
  const leftUploads = bucket.uploads.size
  await Effect.runPromise(
    Effect.scoped(
      Effect.andThen(
        Layer.build(bucketAt(bucket.endpoint, "-1 seconds")),
        Effect.promise(() => waitForNoUploads(bucket)),
      ),
    ),
  )
  const cleared = leftUploads - bucket.uploads.size
  const swept = await trial.sweep()
  return { calls, faults, cleared, swept, uploads: bucket.uploads.size, ...(await trial.verdict()) }
}
