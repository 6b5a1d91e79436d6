import { assert, describe, it } from "@effect/vitest"
import { ObjectStorage } from "@hangtag/core"
import { S3Storage } from "@hangtag/storage/s3"
import { Effect, Logger, Option, Stream } from "effect"
import { type BucketCall, type BucketFault, BucketServer, bucketFaults } from "./BucketServer.ts"

const partSize = 1000
const content = Buffer.from(Array.from({ length: 2500 }, (_, i) => i % 251))

/** Short silence only where there is some to notice: a process that gets no turn for longer takes itself for a silent service. */
const layerOf = (bucket: BucketServer, fault?: BucketFault) =>
  S3Storage.layer({
    bucket: "exports",
    endpoint: bucket.endpoint,
    forcePathStyle: true,
    partSize,
    partsInFlight: 2,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    ...(fault === "silent" && { silenceTimeout: "2 seconds" }),
  })

const bucketOf = Effect.acquireRelease(
  Effect.promise(() => BucketServer.start()),
  (bucket) => Effect.promise(() => bucket.stop()),
)

/** Whether the file was stored, and what the bucket then holds. */
const putInto = Effect.fnUntraced(function* (bucket: BucketServer) {
  const storage = yield* ObjectStorage
  const chunks = Stream.fromIterable([content.subarray(0, 700), content.subarray(700)])
  const stored = yield* Effect.exit(storage.put("a/b", chunks, { content_type: "text/csv" }))
  bucket.fault = () => undefined
  return { stored, uploads: bucket.uploads.size, object: bucket.objects.get("a/b") }
})

const callsOfUpload = ["begin upload", "send part", "send part", "send part", "complete upload"]

it.live("an upload in parts makes no other calls than those that are made to fail below", () =>
  Effect.gen(function* () {
    const bucket = yield* bucketOf
    const calls: Array<BucketCall> = []
    bucket.fault = (call) => void (call !== "list uploads" && calls.push(call))
    yield* Effect.provide(putInto(bucket), layerOf(bucket))
    assert.deepStrictEqual(calls, callsOfUpload)
  }),
)

describe("an upload in parts, where one call of the service fails", () => {
  for (const fault of bucketFaults)
    it.live(`(${fault}) at any moment, is stored whole, once, and leaves no parts`, () =>
      Effect.gen(function* () {
        yield* Effect.forEach(
          callsOfUpload.keys(),
          Effect.fnUntraced(function* (nth) {
            const bucket = yield* bucketOf
            let left = nth
            bucket.fault = (call) => (call !== "list uploads" && left-- === 0 ? fault : undefined)
            const { stored, uploads, object } = yield* Effect.provide(putInto(bucket), layerOf(bucket, fault))
            assert.strictEqual(bucket.faults, 1, `call ${nth}`)
            assert.strictEqual(stored._tag, "Success", `call ${nth}`)
            assert.deepStrictEqual(object, content)
            assert.strictEqual(uploads, 0, `call ${nth}`)
          }),
          { concurrency: "unbounded" },
        )
      }).pipe(Effect.provide(Logger.layer([]))),
    )

  for (const call of ["begin upload", "send part", "complete upload"] as const)
    it.live(
      `whose "${call}" is carried out though every answer gets lost, tells so, and leaves no parts`,
      () =>
        Effect.gen(function* () {
          const bucket = yield* bucketOf
          bucket.fault = (made) => (made === call ? "lost" : undefined)
          const { stored, uploads, object } = yield* Effect.provide(putInto(bucket), layerOf(bucket))
          assert.strictEqual(uploads, 0)
          assert.strictEqual(stored._tag, call === "complete upload" ? "Success" : "Failure")
          assert.strictEqual(object !== undefined, stored._tag === "Success")
          if (stored._tag === "Failure") assert.include(String(stored.cause), "unavailable")
        }).pipe(Effect.provide(Logger.layer([]))),
    )
})

describe("reading from a service that breaks off", () => {
  it.live("fails as one to try again, and gives the whole file then", () =>
    Effect.gen(function* () {
      const bucket = yield* bucketOf
      bucket.objects.set("a", content)
      const read = Effect.gen(function* () {
        const found = yield* (yield* ObjectStorage).get("a")
        return Buffer.concat(yield* Stream.runCollect(Option.getOrThrow(found).content))
      }).pipe(Effect.provide(layerOf(bucket)))
      bucket.fault = (call) => (call === "get" ? "cut" : undefined)
      assert.isTrue((yield* Effect.flip(read)).retryable)
      bucket.fault = () => undefined
      assert.deepStrictEqual(yield* read, content)
    }),
  )
})
