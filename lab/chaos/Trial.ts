import { createHash } from "node:crypto"
import {
  allPermissions,
  CatalogWriter,
  type ExportRequest,
  instantFromMicros,
  JobLimits,
  type JobRecord,
  JobRepository,
  ObjectStorage,
  type Principal,
  type ProductEntry,
} from "@hangtag/core"
import { queueExport, retryJob } from "@hangtag/core/effect"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "@hangtag/testkit"
import { ExportWorker, keepHouse } from "@hangtag/worker"
import { Effect, Layer, Logger, ManagedRuntime, Option, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Checkpoint } from "./checkpoints.ts"
import { installation } from "./installation.ts"
import { WorkerProcess } from "./WorkerProcess.ts"

// that of callers without authentication
const organization = "demo"
const principal: Principal = { organization, subject: "trial", permissions: allPermissions }
const column = (column_name: string, source_field: string, sub_field: string | null = null) => ({
  column_name,
  source_field,
  sub_field,
  use_label: false,
})
export const request: ExportRequest = {
  product_keys: [],
  column_mappings: [column("SKU", "variant_key"), column("Name", "name"), column("MAP", "price", "MAP")],
  export_format: "csv",
  export_mode: "column_based",
  filter_by_label: false,
  filter_latest_version: false,
  label_keys: null,
  source_filter: null,
}

/** Products `P0` … of brand `B`, of two variants each. */
export const boots = (count: number): ReadonlyArray<ProductEntry> =>
  Array.from({ length: count }, (_, nth) =>
    aProductEntry({
      product_key: `P${nth}`,
      brand_key: "B",
      name: `Boot P${nth}`,
      variants: ["A", "B"].map((end) => aVariantEntry({ variant_key: `P${nth}-${end}` })),
    }),
  )

const seed = Effect.fnUntraced(function* (products: number) {
  const writer = yield* CatalogWriter
  yield* writer.saveBrands(organization, [aBrand({ brand_key: "B" })])
  yield* writer.saveProducts(organization, boots(products), instantFromMicros(0))
  yield* writer.savePrices(
    organization,
    boots(products).map(({ product_key }) =>
      aPriceEntry({ variant_key: `${product_key}-A`, effective_from: "2020-01-01" }),
    ),
  )
})

/** One installation with a catalog, the jobs asked of it, and the processes that work on them. */
export class Trial {
  readonly #runtime: ManagedRuntime.ManagedRuntime<Layer.Success<ReturnType<typeof installation>>, unknown>
  readonly #url: string
  readonly #folder: string
  readonly #jobs: Array<string> = []
  readonly #processes = new Set<WorkerProcess>()
  #expected = ""

  private constructor(url: string, folder: string) {
    this.#url = url
    this.#folder = folder
    this.#runtime = ManagedRuntime.make(Layer.provideMerge(installation(url, folder), Logger.layer([])))
  }

  /** On an empty database; runs one export undisturbed, whose bytes all others must have. */
  static async create(url: string, folder: string, products: number): Promise<Trial> {
    const trial = new Trial(url, folder)
    await trial.#runtime.runPromise(seed(products))
    const jobId = await trial.ask()
    await trial.whileRescued(() => trial.ended(jobId))
    trial.#expected = (await trial.job(jobId)).file?.sha256 ?? ""
    return trial
  }

  get jobs(): ReadonlyArray<string> {
    return this.#jobs
  }

  async ask(): Promise<string> {
    const { job_id } = await this.#runtime.runPromise(
      Effect.provideService(queueExport(principal, request), JobLimits, { openExports: 10_000, streams: 1 }),
    )
    this.#jobs.push(job_id)
    return job_id
  }

  /** Does something to the database behind everybody's back. */
  async tamper(statement: string): Promise<void> {
    await this.#runtime.runPromise(Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)))
  }

  /** Gives a failed job another life. */
  async retry(jobId: string): Promise<void> {
    await this.#runtime.runPromise(retryJob(principal, { job_id: jobId }))
  }

  /** Counts a job that was asked for elsewhere. */
  took(jobId: string): void {
    this.#jobs.push(jobId)
  }

  job(jobId: string): Promise<JobRecord> {
    const found = Effect.flatMap(JobRepository, (jobs) => jobs.find(organization, jobId))
    return this.#runtime.runPromise(Effect.map(found, Option.getOrThrow))
  }

  /** Resolves when the job has ended, or after two minutes, in which any would have. */
  ended(jobId: string): Promise<JobRecord> {
    return this.comesTo(jobId, ({ finished_at }) => finished_at !== null)
  }

  /** Resolves with the job when it is as asked for, or after two minutes, in which it would be. */
  async comesTo(jobId: string, asked: (job: JobRecord) => boolean): Promise<JobRecord> {
    const until = Date.now() + 120_000
    for (;;) {
      const job = await this.job(jobId)
      if (asked(job) || Date.now() > until) return job
      await this.#runtime.runPromise(Effect.sleep("50 millis"))
    }
  }

  /** A worker process that takes exports; with `stopAt`, until that checkpoint. */
  async worker(stopAt?: Checkpoint): Promise<WorkerProcess> {
    const worker = new WorkerProcess(this.#url, this.#folder, stopAt)
    this.#processes.add(worker)
    await worker.says("takes exports")
    return worker
  }

  /** Runs the effect while a worker in this process takes exports. */
  async whileRescued<A>(run: () => Promise<A>): Promise<A> {
    const rescued = Effect.andThen(
      Layer.build(ExportWorker.layer({ concurrency: 2, maxAttempts: 1000 })),
      Effect.promise(run),
    )
    return this.#runtime.runPromise(Effect.scoped(rescued))
  }

  /** Clears away at once what housekeeping would later: files that no job names. Tells how many. */
  async sweep(): Promise<number> {
    const { orphans } = await this.#runtime.runPromise(keepHouse({}))
    return orphans
  }

  /** What is not as promised once every job was left to end: nothing lost, nothing doubled, no orphans. */
  async verdict(): Promise<{ jobs: number; lost: number; doubled: number; orphans: number }> {
    const named = new Set<string>()
    // Some of which were answered as perhaps not taken.
    const asked = Effect.flatMap(SqlClient, (sql) => sql<{ job_id: string }>`select job_id from hangtag_job`)
    const jobs = (await this.#runtime.runPromise(asked)).map(({ job_id }) => job_id)
    let lost = this.#jobs.filter((jobId) => !jobs.includes(jobId)).length
    for (const jobId of jobs) {
      const { file, status, message } = await this.ended(jobId)
      if (
        status === "completed" &&
        file !== null &&
        (await this.#sha256(file.storage_key)) === this.#expected
      )
        named.add(file.storage_key)
      else {
        lost++
        console.error(`job ${jobId} is ${status}: ${message}`)
      }
    }
    const list = Effect.flatMap(ObjectStorage, (storage) => Stream.runCollect(storage.list("")))
    const keys = (await this.#runtime.runPromise(list)).map(({ key }) => key)
    const folders = keys.map((key) => key.split("/")[1])
    const doubled = folders.length - new Set(folders).size
    return { jobs: jobs.length, lost, doubled, orphans: keys.filter((key) => !named.has(key)).length }
  }

  async #sha256(key: string): Promise<string> {
    const read = Effect.gen(function* () {
      const { content } = Option.getOrThrow(yield* (yield* ObjectStorage).get(key))
      return Buffer.concat(yield* Stream.runCollect(content))
    })
    return createHash("sha256")
      .update(await this.#runtime.runPromise(read))
      .digest("hex")
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#processes].map((worker) => worker.end("SIGKILL")))
    await this.#runtime.dispose()
  }
}
