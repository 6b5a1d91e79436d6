import { gunzipSync } from "node:zlib"
import { type FileOptions, ObjectStorage } from "@hangtag/core"
import { encodeHere } from "@hangtag/worker"
import { parse } from "csv-parse/sync"
import { Effect, Option, Stream } from "effect"
import type {
  TestAnswer,
  TestRequest,
  TestServer,
} from "../../packages/http-adapter/test/support/TestServer.ts"

/** A worker of this process, that tries once. */
export const exportOptions = {
  maxAttempts: 1,
  encoding: { csv: { bom: false, formulaGuard: false } },
  encoder: encodeHere,
}

/** The rows of the file that a worker has written, header first. */
export const csvOf = Effect.fnUntraced(function* <E>(
  job_id: string,
  ask: (request: TestRequest) => Effect.Effect<TestAnswer, E, TestServer>,
  { csv_delimiter, gzip }: FileOptions = {},
) {
  const job = yield* ask({ target: `/api/jobs/${job_id}` })
  const { file_url } = JSON.parse(job.text) as { file_url: string | null }
  if (file_url === null) return yield* Effect.die(new Error(job.text))
  const link = yield* ask({ target: file_url })
  const { file_name } = JSON.parse(link.text) as { file_name: string }
  const storage = yield* ObjectStorage
  const stored = yield* Stream.runCollect(storage.list(""))
  const { key } = stored.find((object) => object.key.includes(job_id))!
  const { content } = Option.getOrThrow(yield* storage.get(key))
  const bytes = Buffer.concat(yield* Stream.runCollect(content))
  if (!file_name.endsWith(gzip ? ".csv.gz" : ".csv")) return yield* Effect.die(new Error(file_name))
  const csv = gzip ? gunzipSync(bytes) : bytes
  const delimiter = csv_delimiter ?? ","
  return parse(csv, { bom: true, delimiter, relaxColumnCount: true }) as Array<Array<string>>
})
