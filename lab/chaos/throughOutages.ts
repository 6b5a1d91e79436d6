import { setTimeout } from "node:timers/promises"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import type { BucketServer } from "../../packages/storage/test/BucketServer.ts"
import { freePort, hangtag } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { environment } from "./restarting.ts"
import { request, type Trial } from "./Trial.ts"

/** What processes keep their files in, instead of a folder. */
export const filesIn = (endpoint: string) => ({
  S3_BUCKET: "exports",
  S3_ENDPOINT: endpoint,
  S3_FORCE_PATH_STYLE: "on",
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
})

const post = async (url: string, body: object = {}) =>
  (await ask(url, { body })).json() as Promise<Record<string, unknown>>

export interface Outages {
  readonly exports: number
  /** Seconds that each is away. */
  readonly storage: number
  readonly database: number
}

/** Exports while the storage and then the database are away, for as long as that: each has to end completed, and to be cancelled at once. */
export const throughOutages = async (
  trial: Trial,
  server: PostgresServer,
  bucket: BucketServer,
  folder: string,
  { exports, storage, database }: Outages,
) => {
  const port = await freePort()
  const env = { ...environment(server, folder), ...filesIn(bucket.endpoint), PORT: String(port) }
  const running = await Promise.all([
    hangtag(["serve", "--no-worker"], "serves on", env),
    hangtag(["worker"], "takes exports", env),
  ])
  const api = `http://127.0.0.1:${port}/api`
  const wrong: Array<string> = []
  const askOne = async () => String((await post(`${api}/products/export-async`, request)).job_id)
  const askAll = () => Promise.all(Array.from({ length: exports }, askOne))
  let attempts = 0
  const completed = async (jobs: ReadonlyArray<string>) => {
    for (const job of jobs) {
      let seen = await trial.ended(job)
      // the next attempt may be five minutes away
      for (let tries = 0; seen.finished_at === null && tries < 3; tries++) seen = await trial.ended(job)
      attempts = Math.max(attempts, seen.attempt)
      if (seen.status !== "completed") wrong.push(`job ${job} is ${seen.status}: ${seen.message}`)
      else trial.took(job)
    }
  }
  try {
    if (storage > 0) {
      bucket.fault = () => "503"
      // first, as what is tried again goes before what was asked for later
      const cancelled = await askOne()
      const jobs = await askAll()
      const waits = await trial.comesTo(cancelled, (job) => job.next_attempt_at !== null)
      if (!waits.error?.includes("storage")) wrong.push(`a job that waits says ${waits.error}`)
      await setTimeout(storage * 1000)
      const { status } = await post(`${api}/jobs/${cancelled}/cancel`)
      if (status !== "cancelled") wrong.push(`a job that was cancelled is ${status}`)
      bucket.fault = () => undefined
      await completed(jobs)
    }
    if (database > 0) {
      // some run meanwhile
      bucket.slowness = 2_000
      bucket.fault = () => "slow"
      const jobs = await askAll()
      await trial.comesTo(jobs[0]!, (job) => job.status === "running")
      await server.stop("immediate")
      await setTimeout(database * 1000)
      bucket.fault = () => undefined
      await server.start()
      await completed(jobs)
    }
    return { wrong, attempts }
  } finally {
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")))
  }
}
