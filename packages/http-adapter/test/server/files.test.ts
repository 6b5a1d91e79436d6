import { assert, layer } from "@effect/vitest"
import { ObjectStorage } from "@hangtag/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ask, send } from "../support/ask.ts"
import { as, own } from "../support/callers.ts"
import { get } from "../support/requests.ts"
import { completedJob } from "../support/seeds.ts"
import { testServer } from "../support/TestServer.ts"

/** The link's path and query, from the operation that mints it. */
const linkOf = Effect.fnUntraced(function* (job_id: string) {
  const target = `/api/products/export/${job_id}/download-url`
  const { status, json } = yield* ask(get(target))
  assert.strictEqual(status, 200)
  const { pathname, search } = new URL((json as { url: string }).url)
  return pathname + search
})

const open = (target: string, headers = {}) => send({ ...get(target), headers })

/** The target with one parameter of its query set, or left out. */
const altered = (target: string, name: string, value: string | undefined) => {
  const url = new URL(target, "http://files.test")
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.pathname + url.search
}

layer(testServer())("a download link", (it) => {
  it.effect("gives the file without credentials, whole", () =>
    Effect.gen(function* () {
      const target = yield* linkOf(yield* completedJob(own, "0123456789", { file_name: "export.csv" }))
      const { status, headers, text } = yield* open(target)
      assert.deepStrictEqual([status, text], [200, "0123456789"])
      assert.deepStrictEqual(
        [headers["content-type"], headers["content-length"], headers["accept-ranges"]],
        ["text/csv", "10", "bytes"],
      )
      assert.strictEqual(
        headers["content-disposition"],
        `attachment; filename="export.csv"; filename*=UTF-8''export.csv`,
      )
    }),
  )

  it.effect("gives ranges of it, for downloads that go on", () =>
    Effect.gen(function* () {
      const target = yield* linkOf(yield* completedJob(own, "0123456789"))
      for (const [range, status, content, part] of [
        ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
        ["bytes=8-", 206, "89", "bytes 8-9/10"],
        ["bytes=-3", 206, "789", "bytes 7-9/10"],
        ["bytes=0-99", 206, "0123456789", "bytes 0-9/10"],
        ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
        ["bytes=10-", 416, "", "bytes */10"],
        ["bytes=-0", 416, "", "bytes */10"],
        ["bytes=5-2", 200, "0123456789", undefined],
        ["bytes=0-1,4-5", 200, "0123456789", undefined],
        ["lines=0-1", 200, "0123456789", undefined],
        [`bytes=${"9".repeat(400)}-`, 416, "", "bytes */10"],
      ] as const) {
        const answer = yield* open(target, { range })
        assert.deepStrictEqual(
          [answer.status, answer.text, answer.headers["content-range"]],
          [status, content, part],
          range,
        )
      }
    }),
  )

  it.effect("goes on with the same file only, as `If-Range` says", () =>
    Effect.gen(function* () {
      const target = yield* linkOf(yield* completedJob(own, "0123456789"))
      const { etag } = (yield* open(target)).headers
      assert.match(etag!, /^"[^"]+"$/)
      for (const [ifRange, status, content] of [
        [etag, 206, "89"],
        ['"another"', 200, "0123456789"],
        [`W/${etag}`, 200, "0123456789"],
        ["Sat, 21 Nov 2026 12:00:00 GMT", 200, "0123456789"],
      ] as const) {
        const answer = yield* open(target, { range: "bytes=8-", "if-range": ifRange })
        assert.deepStrictEqual([answer.status, answer.text, answer.headers.etag], [status, content, etag])
      }
    }),
  )

  it.effect("tells of the file without its bytes when asked by HEAD, whatever the range", () =>
    Effect.gen(function* () {
      const target = yield* linkOf(yield* completedJob(own, "0123456789"))
      const { date: _, "x-request-id": _id, ...whole } = (yield* open(target)).headers
      for (const headers of [{}, { range: "bytes=0-3" }]) {
        const head = yield* send({ method: "HEAD", target, headers })
        const { date: _, "x-request-id": _id, ...shown } = head.headers
        assert.deepStrictEqual([head.status, head.text, shown], [200, "", whole])
      }
      const forged = yield* send({ method: "HEAD", target: altered(target, "signature", "") })
      assert.deepStrictEqual([forged.status, forged.text], [404, ""])
    }),
  )

  it.effect("cannot be altered, extended, or guessed", () =>
    Effect.gen(function* () {
      const target = yield* linkOf(yield* completedJob(own, "mine"))
      const other = yield* linkOf(yield* completedJob(own, "other"))
      const signature = new URL(other, "http://files.test").searchParams.get("signature")!
      const forged = [
        altered(target, "expires", "99999999999999999"),
        altered(target, "expires", undefined),
        altered(target, "name", "evil.html"),
        altered(target, "type", "text/html"),
        altered(target, "signature", signature),
        altered(target, "signature", ""),
        altered(target, "signature", undefined),
        target.replace(/exports\/[^/]+/, "exports/another"),
        target.split("?", 1)[0]!,
        other.split("?", 1)[0]! + target.slice(target.indexOf("?")),
        "/files/",
        "/files/%00",
        "/files/..%2F..%2Fetc/passwd",
        "/files/../link-secret",
        "/files/%2e%2e/link-secret",
      ]
      for (const link of forged) {
        const { status, text } = yield* open(link)
        assert.strictEqual(status, 404, link)
        assert.include(
          [
            '{"detail":"No such file: the link is not one of ours, or was altered"}',
            '{"detail":"Not Found"}',
          ],
          text,
        )
      }
      assert.strictEqual((yield* open(target)).text, "mine")
    }),
  )

  it.effect("ends after a quarter of an hour, and with its file", () =>
    Effect.gen(function* () {
      const job_id = yield* completedJob(own, "mine")
      const target = yield* linkOf(job_id)
      yield* TestClock.adjust("899 seconds")
      assert.strictEqual((yield* open(target)).status, 200)
      yield* TestClock.adjust("1 second")
      const ended = yield* open(target)
      assert.deepStrictEqual(
        [ended.status, ended.json],
        [410, { detail: "The link has expired: ask for a new one" }],
      )
      const again = yield* linkOf(job_id)
      const storage = yield* ObjectStorage
      yield* storage.delete(`exports/${job_id}/export.csv`)
      const gone = yield* open(again)
      assert.deepStrictEqual([gone.status, gone.json], [404, { detail: "The file is gone: export again" }])
      const none = yield* open(`/api/products/export/${job_id}/download-url`, as("own-token"))
      assert.strictEqual(none.status, 410)
    }),
  )

  it.effect("carries no name out of its header", () =>
    Effect.gen(function* () {
      const file_name = 'a"\r\nSet-Cookie: x=1\\/../é;\u{1f600}.csv'
      const target = yield* linkOf(yield* completedJob(own, "mine", { file_name }))
      const { status, headers } = yield* open(target)
      assert.strictEqual(status, 200)
      assert.isUndefined(headers["set-cookie"])
      const disposition = headers["content-disposition"]!
      const [, plain, encoded] = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''(\S+)$/.exec(
        disposition,
      )!
      assert.match(plain!, /^[ !#-[\]-~]+$/)
      assert.strictEqual(decodeURIComponent(encoded!), file_name)
    }),
  )
})
