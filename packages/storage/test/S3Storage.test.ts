import { assert, describe, it } from "@effect/vitest"
import { instantFromMillis, ObjectStorage } from "@hangtag/core"
import { S3Storage } from "@hangtag/storage/s3"
import { Clock, Context, Deferred, Duration, Effect, Fiber, Layer, Option, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { failure, fakeS3, type S3Answer, type S3Request } from "./FakeS3.ts"

const mebibyte = 1024 * 1024
const credentials = { accessKeyId: "key", secretAccessKey: "secret" }
const csv = { content_type: "text/csv" }

const storageOver = (endpoint: string) =>
  Effect.map(
    Layer.build(
      S3Storage.layer({
        bucket: "exports",
        endpoint,
        forcePathStyle: true,
        credentials,
        partSize: 5 * mebibyte,
        partsInFlight: 2,
      }),
    ),
    (context) => Context.get(context, ObjectStorage),
  )

const chunks = (count: number) => Stream.map(Stream.range(1, count), () => new Uint8Array(mebibyte))

/** Method and what it is about, without the look for leftovers at the start. */
const calls = (requests: ReadonlyArray<S3Request>) =>
  requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, query }) => `${method} ${query.get("partNumber") ?? query.get("uploadId") ?? ""}`.trim())

const isPart = (number: number) => (request: S3Request) => request.query.get("partNumber") === String(number)

describe("S3Storage", () => {
  it.live("sends a large file in parts and names them all in the end", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* fakeS3(() => undefined)
      const storage = yield* storageOver(endpoint)
      assert.deepStrictEqual(yield* storage.put("a/b.csv", chunks(12), csv), { size: 12 * mebibyte })
      const sent = requests.filter(({ method }) => method !== "GET")
      assert.isTrue(sent.every(({ path }) => path === "/exports/a/b.csv"))
      assert.deepStrictEqual(calls(requests).toSorted(), ["POST", "POST U1", "PUT 1", "PUT 2", "PUT 3"])
      assert.strictEqual(sent[0]?.headers["content-type"], "text/csv")
      const numbers = [...(sent.at(-1)?.body.toString() ?? "").matchAll(/<PartNumber>(\d+)</g)]
      assert.deepStrictEqual(
        numbers.map((match) => match[1]),
        ["1", "2", "3"],
      )
      // two are on their way at a time: they arrive in any order
      assert.deepStrictEqual(
        [1, 2, 3].map((number) => sent.find(isPart(number))!.body.length / mebibyte),
        [5, 5, 2],
      )
    }),
  )

  it.live("sends what fits into one part in one request, without checksums that only Amazon's knows", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* fakeS3(() => undefined)
      const storage = yield* storageOver(endpoint)
      yield* storage.put("a", chunks(5), csv)
      assert.deepStrictEqual(calls(requests), ["PUT"])
      const { headers } = requests.find(({ method }) => method === "PUT")!
      assert.match(String(headers["x-amz-content-sha256"]), /^[0-9a-f]{64}$/)
      assert.deepStrictEqual(
        Object.keys(headers).filter((name) => /checksum|trailer|content-encoding/.test(name)),
        [],
      )
    }),
  )

  it.live("sends a part again when the service fails once", () =>
    Effect.gen(function* () {
      let failures = 1
      const { endpoint, requests } = yield* fakeS3((request) =>
        isPart(2)(request) && failures-- > 0 ? failure(503, "SlowDown") : undefined,
      )
      const storage = yield* storageOver(endpoint)
      yield* storage.put("a", chunks(12), csv)
      assert.strictEqual(requests.filter(isPart(2)).length, 2)
      assert.strictEqual(calls(requests).at(-1), "POST U1")
    }),
  )

  it.live("throws the parts away when the content fails", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* fakeS3(() => undefined)
      const storage = yield* storageOver(endpoint)
      const broken = Stream.concat(chunks(12), Stream.fail("broken"))
      assert.strictEqual(yield* Effect.flip(storage.put("a", broken, csv)), "broken")
      assert.include(calls(requests), "DELETE U1")
      assert.notInclude(calls(requests), "POST U1")
    }),
  )

  it.live("throws the parts away when a part is refused, and says why", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* fakeS3((request) =>
        isPart(2)(request) ? failure(403, "AccessDenied") : undefined,
      )
      const storage = yield* storageOver(endpoint)
      const fault = yield* Effect.flip(storage.put("a", chunks(12), csv))
      assert.isFalse(fault.retryable)
      assert.include(fault.message, "give the credentials permission")
      assert.include(calls(requests), "DELETE U1")
      assert.notInclude(calls(requests), "POST U1")
    }),
  )

  it.live("holds few parts at a time while the service is slow, and throws them away when interrupted", () =>
    Effect.gen(function* () {
      const stalled = yield* Deferred.make<void>()
      const thrownAway = yield* Deferred.make<void>()
      let parts = 0
      const { endpoint, requests } = yield* fakeS3(({ method, query }) => {
        if (method === "DELETE") Deferred.doneUnsafe(thrownAway, Effect.void)
        if (!query.has("partNumber")) return undefined
        if (++parts === 2) Deferred.doneUnsafe(stalled, Effect.void)
        return new Promise<S3Answer>(() => {})
      })
      const storage = yield* storageOver(endpoint)
      let pulled = 0
      const content = Stream.tap(Stream.rechunk(chunks(100), 1), () => Effect.sync(() => ++pulled))
      const put = yield* Effect.forkChild(storage.put("a", content, csv))
      yield* Deferred.await(stalled)
      yield* Fiber.interrupt(put)
      // Two parts in flight, at most one that waits and one that fills up.
      assert.isAtMost(pulled, 21)
      assert.strictEqual(calls(requests).filter((call) => call.startsWith("PUT")).length, 2)
      yield* Deferred.await(thrownAway)
    }),
  )

  it.live.each([
    ["begins an upload", "POST uploads"],
    ["takes a part", "PUT"],
    ["throws parts away", "DELETE"],
  ])("can be interrupted though the service never answers when it %s", ([, silent]) =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const { endpoint } = yield* fakeS3(({ method, query }) => {
        const call = method === "POST" && query.has("uploads") ? "POST uploads" : method
        if (call !== silent && !(silent === "DELETE" && query.has("partNumber"))) return undefined
        Deferred.doneUnsafe(reached, Effect.void)
        return new Promise<S3Answer>(() => {})
      })
      const storage = yield* storageOver(endpoint)
      const put = yield* Effect.forkChild(storage.put("a", chunks(12), csv))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(put)
    }),
  )

  it.live.each([
    { answer: failure(404, "NoSuchBucket"), retryable: false, says: "the bucket does not exist" },
    { answer: failure(403, "SignatureDoesNotMatch"), retryable: false, says: "correct the secret key" },
    { answer: failure(400, "ExpiredToken"), retryable: true, says: "the credentials have expired" },
    { answer: failure(400, "EntityTooLarge"), retryable: false, says: "EntityTooLarge" },
    { answer: failure(500, "InternalError"), retryable: true, says: "InternalError" },
  ])("tells what to do of $answer.body", ({ answer, retryable, says }) =>
    Effect.gen(function* () {
      const { endpoint } = yield* fakeS3(({ query }) => (query.has("uploads") ? undefined : answer))
      const storage = yield* storageOver(endpoint)
      for (const call of [storage.put("a", chunks(1), csv), Stream.runDrain(storage.list(""))]) {
        const fault = yield* Effect.flip(
          call as Effect.Effect<unknown, { message: string; retryable: boolean }>,
        )
        assert.include(fault.message, says)
        assert.strictEqual(fault.retryable, retryable)
      }
    }),
  )

  it.live("reads a range of the object that it found, and tells the size of the whole", () =>
    Effect.gen(function* () {
      const { endpoint, requests } = yield* fakeS3(({ method, headers }) =>
        method === "HEAD"
          ? { headers: { "content-length": "10", etag: '"e1"' } }
          : method === "GET" && headers.range !== undefined
            ? { status: 206, headers: { "content-range": "bytes 0-0/10" }, body: "0" }
            : undefined,
      )
      const storage = yield* storageOver(endpoint)
      const found = Option.getOrThrow(yield* storage.get("a", { start: 0, end: 0 }))
      assert.strictEqual(found.size, 10)
      assert.strictEqual(yield* Stream.mkString(Stream.decodeText(found.content)), "0")
      const { headers } = requests.at(-1)!
      assert.deepInclude(headers, { range: "bytes=0-0", "if-match": '"e1"' })
    }),
  )

  it.live("lists page after page, without the prefix", () =>
    Effect.gen(function* () {
      const page = (key: string, token: string) =>
        `<ListBucketResult><Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-11-21T00:00:00Z</LastModified></Contents>${token}</ListBucketResult>`
      const { endpoint } = yield* fakeS3(({ query }) =>
        query.get("list-type") !== "2"
          ? undefined
          : query.get("continuation-token") === "T"
            ? { body: page("b", "") }
            : { body: page("a", "<NextContinuationToken>T</NextContinuationToken>") },
      )
      const storage = yield* storageOver(endpoint)
      const modified_at = Date.parse("2026-11-21T00:00:00Z") * 1000
      assert.deepStrictEqual(yield* Stream.runCollect(storage.list("")), [
        { key: "a", size: 1, modified_at },
        { key: "b", size: 1, modified_at },
      ])
    }),
  )

  it.live("fails, rather than finding nothing, when its bucket is gone", () =>
    Effect.gen(function* () {
      const { endpoint } = yield* fakeS3(({ method }) => (method === "HEAD" ? { status: 404 } : undefined))
      const storage = yield* storageOver(endpoint)
      const fault = yield* Effect.flip(storage.get("a"))
      assert.include(fault.message, "the bucket does not exist")
    }),
  )

  it.effect("throws away the uploads that dead processes began a day ago, at its start and every hour", () =>
    Effect.gen(function* () {
      const aborted = yield* Queue.unbounded<string>()
      yield* TestClock.setTime(Date.parse("2026-11-21T00:00:00Z"))
      const upload = (id: string, at: string) =>
        `<Upload><Key>exports/${id}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`
      const { endpoint } = yield* fakeS3(({ method, query }) => {
        if (method === "DELETE") Queue.offerUnsafe(aborted, query.get("uploadId")!)
        if (!query.has("uploads")) return undefined
        const next =
          "<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>"
        const page =
          query.get("key-marker") === "k" && query.get("upload-id-marker") === "u"
            ? upload("older", "2026-11-18T23:00:00Z")
            : [upload("old", "2026-11-19T23:00:00Z"), upload("young", "2026-11-20T23:00:00Z"), next].join("")
        return { body: `<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>` }
      })
      // answers take real time: the clock may go on only once the next look is waited for
      const clock = yield* Clock.Clock
      const waits = yield* Queue.unbounded<Duration.Duration>()
      yield* Effect.provideService(storageOver(endpoint), Clock.Clock, {
        ...clock,
        sleep: (duration) => Effect.andThen(Queue.offer(waits, duration), clock.sleep(duration)),
      })
      assert.deepStrictEqual(yield* Queue.takeN(aborted, 2), ["old", "older"])
      assert.strictEqual(Duration.toHours(yield* Queue.take(waits)), 1)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Queue.takeN(aborted, 2), ["old", "older"])
    }),
  )

  it.effect("mints links to the object by name and type, which end exactly when they should", () =>
    Effect.gen(function* () {
      const storage = yield* storageOver("http://127.0.0.1:1")
      yield* TestClock.setTime(Date.parse("2026-11-21T10:00:00Z"))
      const expires_at = instantFromMillis(Date.parse("2026-11-21T10:15:00Z"))
      const url = new URL(
        yield* storage.downloadLink("a/b.csv", {
          file_name: 'é "1".csv',
          content_type: "text/csv",
          expires_at,
        }),
      )
      assert.strictEqual(url.pathname, "/exports/a/b.csv")
      assert.deepInclude(Object.fromEntries(url.searchParams), {
        "X-Amz-Date": "20261121T100000Z",
        "X-Amz-Expires": "900",
        "response-content-type": "text/csv",
        "response-content-disposition": `attachment; filename="_ _1_.csv"; filename*=UTF-8''%C3%A9%20%221%22.csv`,
      })
    }),
  )
})
