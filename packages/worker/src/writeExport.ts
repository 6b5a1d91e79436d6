import { createHash } from "node:crypto"
import {
  AdapterFault,
  isChangeSheet,
  isPriceSheet,
  type JobClaim,
  type JobOutcome,
  type JobRecord,
  type JobRequest,
  ObjectStorage,
} from "@hangtag/core"
import { Effect, Stream } from "effect"
import { changeSheet } from "./changeSheet.ts"
import type { Encoder, EncodingOptions } from "./encoding/Encoder.ts"
import { encodeStream } from "./encoding/encodeStream.ts"
import { exportEncoding } from "./exportEncoding.ts"
import { exportFile } from "./exportFile.ts"
import { priceSheet } from "./priceSheet.ts"
import { productSheet } from "./productSheet.ts"
import type { RunProgress } from "./RunProgress.ts"

export interface WriteOptions {
  readonly encoder: Encoder
  readonly encoding: EncodingOptions
}

/**
 * Writes the file of a run: rows from the repository through the encoder into storage, each asking the one
 * before it for more, so that memory does not grow with the rows.
 */
export const writeExport = Effect.fn("writeExport")(function* (
  job: JobRecord,
  request: JobRequest,
  claim: JobClaim,
  progress: RunProgress,
  options: WriteOptions,
) {
  const storage = yield* ObjectStorage
  const contents = isChangeSheet(request)
    ? yield* changeSheet(job, request, progress)
    : isPriceSheet(request)
      ? yield* priceSheet(job, request, progress)
      : yield* productSheet(job, request, progress)
  const encoding = exportEncoding(request, contents, options.encoding)
  const batches = Stream.onEnd(
    contents.batches,
    Effect.sync(() => {
      progress.stage = "storing"
    }),
  )
  const { content, counts } = yield* encodeStream(options.encoder, encoding, batches)
  const hash = createHash("sha256")
  let [bytes, isWhole] = [0, false]
  const hashed = Stream.map(content, (block) => {
    hash.update(block)
    bytes += block.length
    return block
  }).pipe(
    Stream.onEnd(
      Effect.sync(() => {
        isWhole = true
      }),
    ),
  )
  const { content_type, file_name, storage_key } = exportFile(job, claim, request)
  const { size } = yield* storage.put(storage_key, hashed, { content_type })
  if (!isWhole || size !== bytes)
    return yield* Effect.die(
      new AdapterFault(
        "objectStorage",
        "put",
        `kept ${size} bytes, and read ${bytes} of ${isWhole ? "as many" : "more"}`,
      ),
    )
  const outcome: JobOutcome = {
    status: "completed",
    message: contents.summary(counts),
    processed: progress.processed,
    file: { storage_key, file_name, content_type, size, sha256: hash.digest("hex") },
  }
  return outcome
}, Effect.scoped)
