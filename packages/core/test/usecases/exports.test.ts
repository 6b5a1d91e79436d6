import { assert, describe, it } from "@effect/vitest"
import {
  ExportPublisher,
  ExportRepository,
  InvalidRequest,
  instantFromMicros,
  JobQueue,
  JobRepository,
  ObjectStorage,
  Unavailable,
} from "@hangtag/core"
import { downloadLink, Hangtag, queueExport } from "@hangtag/core/effect"
import {
  aBrand,
  aColumnMapping,
  aJobFile,
  anExportRequest,
  aPrincipal,
  aProductEntry,
  instantOf,
  layerTest,
  MemoryDownloads,
  manyVersions,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { downloadLinkMinutes } from "../../src/jobs/downloadLink.ts"

const principal = aPrincipal({ subject: "ann" })
const seed = { brands: [aBrand()], products: [aProductEntry(), aProductEntry({ version: 2 })] }

const claimed = Effect.fnUntraced(function* (job_id: string, at = 0) {
  const queue = yield* JobQueue
  return Option.getOrThrow(yield* queue.claimJob({ organization: "acme", job_id }, at))
})

/** Queues an export and completes it with a file of five bytes. */
const completed = Effect.gen(function* () {
  const { queueExport } = yield* Hangtag
  const jobs = yield* JobRepository
  const storage = yield* ObjectStorage
  const { job_id } = yield* queueExport(principal, anExportRequest())
  const { claim } = yield* claimed(job_id, instantOf("2026-06-01T00:00:01"))
  const file = aJobFile({ storage_key: "exports/1.csv", size: 5 })
  yield* storage.put(file.storage_key, Stream.make(new TextEncoder().encode("bytes")), file)
  const outcome = { status: "completed", message: "Wrote 2 rows", processed: 2, file } as const
  yield* jobs.finish(claim, outcome, instantOf("2026-06-01T00:00:02"))
  return job_id
})

describe("queueExport", () => {
  it.effect("counts the versions selected and leaves a job in the queue", () =>
    Effect.gen(function* () {
      const { queueExport, getJob } = yield* Hangtag
      const queued = yield* queueExport(principal, anExportRequest())
      assert.deepStrictEqual([queued.total, queued.message], [2, "Queued: 2 product versions"])
      assert.deepStrictEqual(yield* getJob(principal, { job_id: queued.job_id }), {
        job_id: queued.job_id,
        type: "EXPORT",
        status: "queued",
        requested_by: principal.subject,
        total: 2,
        processed: 0,
        rows_per_second: null,
        estimated_end: null,
        next_attempt_at: null,
        attempt: 0,
        queue_position: 1,
        message: "Queued: 2 product versions",
        error: null,
        can_cancel: true,
        can_retry: false,
        file_url: null,
        file_name: null,
        file_size: null,
        created_at: "2026-06-01T00:00:00.000Z",
        started_at: null,
        finished_at: null,
      })
      const jobs = yield* JobRepository
      assert.strictEqual(Option.getOrThrow(yield* jobs.find("acme", queued.job_id)).requested_by, "ann")
      const { ready } = yield* JobQueue
      const { job_id } = queued
      assert.deepStrictEqual(yield* ready("small", 2), [{ organization: "acme", job_id }])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("publishes bulkops.export where a host has a publisher", () => {
    const published: Array<unknown> = []
    const publisher = Layer.succeed(ExportPublisher, {
      publish: (message) => Effect.sync(() => void published.push(message)),
    })
    return Effect.gen(function* () {
      const { queueExport } = yield* Hangtag
      const { job_id } = yield* queueExport(principal, anExportRequest())
      assert.deepStrictEqual(published, [{ organization: "acme", job_id, lane: "small" }])
    }).pipe(
      Effect.provide(Layer.provide(Layer.fresh(Hangtag.layer), publisher)),
      Effect.provide(layerTest({ seed })),
    )
  })

  it.effect("counts with the request's filters", () =>
    Effect.gen(function* () {
      const { queueExport } = yield* Hangtag
      const total = (with_: Parameters<typeof anExportRequest>[0]) =>
        Effect.map(queueExport(principal, anExportRequest(with_)), (queued) => queued.total)
      assert.strictEqual(yield* total({}), 12)
      assert.strictEqual(yield* total({ filter_latest_version: true }), 1)
      assert.strictEqual(yield* total({ filter_by_label: true, label_keys: ["current"] }), 4)
      assert.strictEqual(yield* total({ label_keys: ["current"] }), 12)
      assert.strictEqual(yield* total({ filter_by_label: true }), 0)
      assert.strictEqual(yield* total({ source_filter: ["scraper"] }), 6)
      assert.strictEqual(yield* total({ source_filter: [] }), 12)
      assert.strictEqual(yield* total({ product_keys: ["JACKET", "nope", "JACKET"] }), 12)
    }).pipe(Effect.provide(layerTest({ seed: manyVersions }))),
  )

  it.effect(
    "lets an export wait by the rows that it writes, and counts variants only where they make them",
    () =>
      Effect.gen(function* () {
        const exports = yield* ExportRepository
        const laneOf = Effect.fnUntraced(function* (
          request: Parameters<typeof anExportRequest>[0],
          variants: number,
          total = 12,
        ) {
          let counted = false
          const { job_id } = yield* queueExport(principal, anExportRequest(request)).pipe(
            Effect.provideService(ExportRepository, {
              ...exports,
              count: (...args) => Effect.map(exports.count(...args), (count) => ({ ...count, total })),
              countVariants: () =>
                Effect.sync(() => {
                  counted = true
                  return variants
                }),
            }),
          )
          const job = Option.getOrThrow(yield* (yield* JobRepository).find("acme", job_id))
          return [job.lane, counted]
        })
        const column = (source_field: string) => ({ column_mappings: [aColumnMapping({ source_field })] })
        const rows = { export_mode: "attribute_rows", column_mappings: null } as const
        assert.deepStrictEqual(yield* laneOf(column("variant_key"), 20_000), ["small", true])
        assert.deepStrictEqual(yield* laneOf(column("variant_key"), 20_001), ["large", true])
        assert.deepStrictEqual(yield* laneOf(rows, 20_001), ["large", true])
        assert.deepStrictEqual(yield* laneOf(column("product_key"), 20_001), ["small", false])
        assert.deepStrictEqual(yield* laneOf(column("variant_key"), 0, 1001), ["large", false])
        assert.deepStrictEqual(yield* laneOf(column("variant_key"), 0, 0), ["small", false])
      }).pipe(Effect.provide(layerTest({ seed: manyVersions }))),
  )

  it.effect("refuses mappings that are missing or read nothing, and queues nothing", () =>
    Effect.gen(function* () {
      const { queueExport } = yield* Hangtag
      const fields = (with_: Parameters<typeof anExportRequest>[0]) =>
        Effect.map(Effect.flip(queueExport(principal, anExportRequest(with_))), (error) => {
          assert.instanceOf(error, InvalidRequest)
          return (error as InvalidRequest).fields.map(({ loc, type, input, ctx }) => ({
            loc,
            type,
            input,
            ...(ctx && { ctx }),
          }))
        })
      assert.deepStrictEqual(yield* fields({ column_mappings: null }), [
        { loc: ["column_mappings"], type: "missing", input: null },
      ])
      assert.deepStrictEqual(yield* fields({ column_mappings: [] }), [
        {
          loc: ["column_mappings"],
          type: "too_short",
          input: [],
          ctx: { field_type: "List", min_length: 1, actual_length: 0 },
        },
      ])
      const column_mappings = ["nope", "product_key", "price"].map((source_field) =>
        aColumnMapping({ source_field }),
      )
      assert.deepStrictEqual(yield* fields({ column_mappings }), [
        { loc: ["column_mappings", 0, "source_field"], type: "value_error", input: "nope" },
        { loc: ["column_mappings", 2, "sub_field"], type: "missing", input: null },
      ])
      const message = (column_mappings: null | []) =>
        Effect.map(
          Effect.flip(queueExport(principal, anExportRequest({ column_mappings }))),
          (error) => error.message,
        )
      assert.strictEqual(yield* message(null), "column_mappings: Field required")
      assert.strictEqual(
        yield* message([]),
        "column_mappings: List should have at least 1 item after validation, not 0",
      )
      yield* queueExport(principal, anExportRequest({ export_mode: "attribute_rows", column_mappings: null }))
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})

describe("jobs", () => {
  it.effect("tell of their run and file, and nothing of where it is kept", () =>
    Effect.gen(function* () {
      const { getJob } = yield* Hangtag
      const job_id = yield* completed
      assert.deepStrictEqual(yield* getJob(principal, { job_id }), {
        job_id,
        type: "EXPORT",
        status: "completed",
        requested_by: principal.subject,
        total: 2,
        processed: 2,
        rows_per_second: null,
        estimated_end: null,
        next_attempt_at: null,
        attempt: 1,
        queue_position: null,
        message: "Wrote 2 rows",
        error: null,
        can_cancel: false,
        can_retry: false,
        file_url: `/api/products/export/${job_id}/download-url`,
        file_name: "export.csv",
        file_size: 5,
        created_at: "2026-06-01T00:00:00.000Z",
        started_at: "2026-06-01T00:00:01.000Z",
        finished_at: "2026-06-01T00:00:02.000Z",
      })
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("are cancelled as of now", () =>
    Effect.gen(function* () {
      const { queueExport, cancelJob } = yield* Hangtag
      const { job_id } = yield* queueExport(principal, anExportRequest())
      yield* TestClock.adjust("3 seconds")
      const cancelled = yield* cancelJob(principal, { job_id })
      assert.deepStrictEqual(
        [cancelled.status, cancelled.finished_at],
        ["cancelled", "2026-06-01T00:00:03.000Z"],
      )
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("that are unknown, or another organization's, are named", () =>
    Effect.gen(function* () {
      const { getJob, cancelJob, downloadLink, watchJob } = yield* Hangtag
      const job_id = yield* completed
      const stranger = aPrincipal({ organization: "other" })
      for (const call of [
        getJob(stranger, { job_id }),
        cancelJob(stranger, { job_id }),
        downloadLink(stranger, { job_id }),
        Stream.runDrain(watchJob(stranger, { job_id })),
      ]) {
        const error = yield* Effect.flip(call as Effect.Effect<unknown, unknown>)
        assert.deepInclude(error, { _tag: "NotFound", resource: "job", key: job_id })
      }
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("are watched until they end, each change once", () =>
    Effect.gen(function* () {
      const { queueExport, watchJob } = yield* Hangtag
      const jobs = yield* JobRepository
      const { job_id } = yield* queueExport(principal, anExportRequest())
      const watching = yield* Effect.forkChild(
        Stream.runCollect(
          Stream.map(watchJob(principal, { job_id }), (job) => `${job.status} ${job.processed}`),
        ),
      )
      yield* TestClock.adjust("2 seconds")
      const { claim } = yield* claimed(job_id)
      yield* TestClock.adjust("1 second")
      yield* jobs.progress(claim, { processed: 1, message: "1 of 2" })
      yield* TestClock.adjust("1 second")
      yield* jobs.finish(
        claim,
        { status: "failed", message: "Gave up", error: "disk full" },
        instantFromMicros(0),
      )
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(watching), ["queued 0", "running 0", "running 1", "failed 1"])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})

describe("downloadLink", () => {
  it.effect("gives the file to the one who follows it, until it expires", () =>
    Effect.gen(function* () {
      const { downloadLink } = yield* Hangtag
      const { open } = yield* MemoryDownloads
      const link = yield* downloadLink(principal, { job_id: yield* completed })
      const { url, ...rest } = link
      assert.deepStrictEqual(rest, {
        expires_at: "2026-06-01T00:15:00.000Z",
        file_name: "export.csv",
        content_type: "text/csv",
        size: 5,
        sha256: aJobFile().sha256,
      })
      yield* TestClock.adjust(downloadLinkMinutes * 60_000 - 1)
      const opened = Option.getOrThrow(yield* open(url))
      assert.strictEqual(new TextDecoder().decode(opened.bytes), "bytes")
      assert.strictEqual(opened.file_name, "export.csv")
      yield* TestClock.adjust(1)
      assert.isTrue(Option.isNone(yield* open(url)))
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("is refused once the file was deleted, and given where storage does not say", () =>
    Effect.gen(function* () {
      const storage = yield* ObjectStorage
      const job_id = yield* completed
      for (const { key } of yield* Stream.runCollect(storage.list(""))) yield* storage.delete(key)
      assert.deepInclude(yield* Effect.flip(downloadLink(principal, { job_id })), {
        _tag: "FileExpired",
        job_id,
      })
      const unavailable = new Unavailable({ service: "storage", operation: "list", retryable: true })
      const silent = { ...storage, list: () => Stream.fail(unavailable) }
      yield* downloadLink(principal, { job_id }).pipe(Effect.provideService(ObjectStorage, silent))
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("is refused while there is no file", () =>
    Effect.gen(function* () {
      const { queueExport, downloadLink } = yield* Hangtag
      const { job_id } = yield* queueExport(principal, anExportRequest())
      const error = yield* Effect.flip(downloadLink(principal, { job_id }))
      assert.deepInclude(error, { _tag: "JobNotCompleted", job_id, status: "queued" })
      assert.include(error.message, "once it is completed")
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})
