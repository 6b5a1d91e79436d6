import { createHash } from "node:crypto"
import {
  type ExportRequest,
  type JobClaim,
  type JobOutcome,
  type JobRecord,
  ObjectStorage,
} from "@hangtag/core"
import { exportPriceTypes, hasRows, ignoredMappings, readExport } from "@hangtag/core/adapter"
import { Effect, Stream } from "effect"
import { aboutExport } from "./aboutExport.ts"
import type { Encoder, EncodingOptions } from "./encoding/Encoder.ts"
import { encodeStream } from "./encoding/encodeStream.ts"
import { exportEncoding } from "./exportEncoding.ts"
import { exportFile } from "./exportFile.ts"
import { completedMessage, type Rowless } from "./exportMessage.ts"
import type { RunProgress } from "./RunProgress.ts"
import { rowBatches } from "./rowBatches.ts"

export interface WriteOptions {
  readonly encoder: Encoder
  readonly encoding: EncodingOptions
}

/**
 * Writes the file of a run: rows from the repository through the encoder into storage, each asking the one
 * before it for more, so that memory does not grow with the rows.
 *
 * Prices are those in force at the instant that the request names, else when it was asked for: another attempt gives the same bytes.
 */
export const writeExport = Effect.fn("writeExport")(function* (
  job: JobRecord,
  request: ExportRequest,
  claim: JobClaim,
  progress: RunProgress,
  options: WriteOptions,
) {
  const storage = yield* ObjectStorage
  const { shape, count, products } = yield* readExport(job.organization, request, job.created_at)
  progress.total = count.total

  const about = aboutExport(request, job.created_at, count)
  const encoding = exportEncoding(request, shape, about, options.encoding)
  const missing = new Set(request.product_keys)
  const unseenTypes = new Set(shape.mode === "column_based" ? exportPriceTypes(shape.columns) : [])
  let withoutRows = 0
  const batches = Stream.flatMap(products, (some) => {
    progress.stage = "writing"
    for (const each of some) {
      missing.delete(each.product.product_key)
      if (!hasRows(shape, each)) withoutRows++
      if (unseenTypes.size > 0) for (const { price_type } of each.prices) unseenTypes.delete(price_type)
    }
    return Stream.fromIterable(rowBatches(shape, some, progress), { chunkSize: 1 })
  }).pipe(
    Stream.onEnd(
      Effect.sync(() => {
        progress.stage = "storing"
      }),
    ),
  )
  const { content, counts } = yield* encodeStream(options.encoder, encoding, batches)
  const hash = createHash("sha256")
  const hashed = Stream.map(content, (block) => {
    hash.update(block)
    return block
  })
  const { content_type, file_name, storage_key } = exportFile(job, claim, request)
  const { size } = yield* storage.put(storage_key, hashed, { content_type })

  // Counted a moment before that of the rows: what came in between is not called missing.
  const { processed } = progress
  const unknown_keys = count.skipped.unknown_keys.filter((key) => missing.has(key))
  const unknown_product = Math.min(count.skipped.unknown_product, missing.size)
  const skipped = { unknown_product, filtered_out: missing.size - unknown_product, unknown_keys }
  const rowless: Rowless = {
    versions: withoutRows,
    missing: shape.mode === "column_based" ? "variants" : "attributes",
  }
  const notes = {
    ignored: ignoredMappings(request),
    unseen_price_types: counts.rows > 0 ? [...unseenTypes] : [],
  }
  const outcome: JobOutcome = {
    status: "completed",
    message: completedMessage({ processed, total: job.total, skipped, rowless, counts, notes }),
    processed,
    file: { storage_key, file_name, content_type, size, sha256: hash.digest("hex") },
  }
  return outcome
}, Effect.scoped)
