import {
  instantFromMicros,
  type JobFile,
  JobQueue,
  JobRepository,
  ObjectStorage,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
} from "@hangtag/core"
import { aJobFile, aNewJob, seedCatalog, seededAt } from "@hangtag/testkit"
import { Effect, Option, Stream } from "effect"
import { keysOf } from "./operations.ts"
import { seededCatalog } from "./seededCatalog.ts"

export const act = { at: seededAt, by: "seed" }

/** A completed job of the organization with this file, as a worker would have left it. */
export const completedJob = Effect.fnUntraced(function* (
  organization: string,
  content: string,
  file: Partial<JobFile> = {},
) {
  const jobs = yield* JobRepository
  const queue = yield* JobQueue
  const storage = yield* ObjectStorage
  const { job_id } = yield* jobs.create(organization, aNewJob())
  const { claim } = Option.getOrThrow(yield* queue.claimJob({ organization, job_id }, instantFromMicros(0)))
  const storage_key = `exports/${job_id}/export.csv`
  const bytes = new TextEncoder().encode(content)
  yield* storage.put(storage_key, Stream.succeed(bytes), { content_type: "text/csv" })
  const kept = aJobFile({ storage_key, size: bytes.length, ...file })
  yield* jobs.finish(
    claim,
    { status: "completed", message: "Done", processed: 1, file: kept },
    instantFromMicros(0),
  )
  return job_id
})

/** A price list in euros that stands alone. */
export const priceList = Effect.fnUntraced(function* (organization: string, price_list: string) {
  const { save } = yield* PriceListRepository
  const list = { price_list, name: price_list, currency: "EUR", tags: {}, created: act }
  yield* save(organization, list, null)
})

/** An open price change that holds nothing. */
const openBatch = Effect.fnUntraced(function* (organization: string, key: string) {
  const { create } = yield* PriceChangeRepository
  const batch = { key, name: null, kind: "price_change", brand_key: null } as const
  yield* create(organization, batch, act, Number.POSITIVE_INFINITY)
})

/** The key of the draft of `seededCatalog` that is in no batch. */
const draftKey = Effect.fnUntraced(function* (organization: string, variant_key: string) {
  const { records } = yield* PriceHistory
  const of = { variant_key }
  const found = Option.getOrThrow(yield* records(organization, of, { price_type: null, limit: 100 }))
  const draft = found.records.find(({ status, batch_key }) => status === "draft" && batch_key === null)
  return draft!.record_key
})

/** All that the requests of `operations` name, and its keys; the published batch has changed nothing. */
export const seedOperations = Effect.fnUntraced(function* (organization: string, suffix: string) {
  const { publish } = yield* PriceChangeRepository
  yield* seedCatalog(organization, seededCatalog(suffix))
  const keys = keysOf(suffix, yield* completedJob(organization, organization))
  yield* openBatch(organization, keys.change_batch_key)
  yield* openBatch(organization, keys.published_batch_key)
  yield* publish(organization, keys.published_batch_key, act)
  yield* priceList(organization, keys.price_list)
  return { ...keys, draft_record_key: yield* draftKey(organization, keys.variant_key) }
})
