import { gzipSync } from "node:zlib"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import type { StaticSite } from "../../src/server/staticSite.ts"
import { send } from "../support/ask.ts"
import { testServer } from "../support/TestServer.ts"

const policy = "default-src 'none'; script-src 'self'"
const file = (text: string, given: Partial<NonNullable<Awaited<ReturnType<StaticSite["file"]>>>> = {}) => ({
  body: new TextEncoder().encode(text),
  brotli: undefined,
  contentType: "text/plain",
  etag: `"${text}"`,
  isImmutable: false,
  ...given,
})
const files = new Map([
  ["/", file("page", { contentType: "text/html; charset=utf-8", brotli: new Uint8Array([1, 2, 3]) })],
  ["/assets/a-1.js", file("script", { contentType: "text/javascript", isImmutable: true })],
])
const site: StaticSite = {
  pages: ["/", "/other"],
  policy,
  file: async (path) => {
    if (path === "/other") throw new Error("not built")
    return files.get(path)
  },
}
const asked = (target: string, headers = {}, method = "GET") => send({ target, headers, method })

layer(testServer({ site }))("a site beside the operations", (it) => {
  const test = generatorTests(it.effect)

  test("is asked for anew each time, but for names that tell their contents", function* () {
    const page = yield* asked("/?a=b")
    assert.deepStrictEqual([page.status, page.text], [200, "page"])
    assert.strictEqual(page.headers["cache-control"], "no-cache")
    assert.strictEqual(page.headers["content-security-policy"], policy)
    assert.strictEqual(page.headers["x-content-type-options"], "nosniff")
    const script = yield* asked("/assets/a-1.js")
    assert.deepStrictEqual([script.status, script.text], [200, "script"])
    assert.strictEqual(script.headers["cache-control"], "public, max-age=31536000, immutable")
  })

  const known: ReadonlyArray<[given: string, status: number]> = [
    ['"page"', 304],
    ['W/"page"', 304],
    ['"old", "page"', 304],
    ["*", 304],
    ['"old"', 200],
  ]
  for (const [given, status] of known) {
    test(`answers ${status} to one who knows ${given}`, function* () {
      const answer = yield* asked("/", { "if-none-match": given })
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers.etag, 'W/"page"')
      assert.strictEqual(answer.text, status === 304 ? "" : "page")
    })
  }

  const accepted: ReadonlyArray<[accepts: string, coding: "br" | "gzip" | undefined]> = [
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0.5", "br"],
    ["br;q=0", undefined],
    ["br; q=0.0", undefined],
    ["gzip", "gzip"],
    ["GZIP ; q=0.5, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0", undefined],
    ["brotli, x-gzip", undefined],
    ["identity", undefined],
  ]
  for (const [accepts, coding] of accepted) {
    test(`is ${coding ?? "not compressed"} for a caller that accepts ${accepts}`, function* () {
      const { headers } = yield* asked("/", { "accept-encoding": accepts })
      assert.strictEqual(headers["content-encoding"], coding)
      const length = { br: 3, gzip: gzipSync("page").length }
      assert.strictEqual(headers["content-length"], String(coding ? length[coding] : 4))
      assert.strictEqual(headers.vary, "accept-encoding")
      const script = yield* asked("/assets/a-1.js", { "accept-encoding": accepts })
      assert.strictEqual(script.headers["content-encoding"], undefined)
    })
  }

  test("has HEAD, and refuses what it has not as everything else is refused", function* () {
    const head = yield* asked("/", {}, "HEAD")
    assert.deepStrictEqual([head.status, head.text], [200, ""])
    const none = ["none.js", "../../etc/passwd", "%2e%2e/secret", "%ff", "%zz", "%E0%A4%A"]
    for (const name of none) {
      const { status, json } = yield* asked(`/assets/${name}`)
      assert.deepStrictEqual([status, json], [404, { detail: "Not Found" }])
    }
    assert.strictEqual((yield* asked("/", {}, "POST")).status, 405)
  })

  test("that cannot be shown says so, and leaves the operations alone", function* () {
    const { status, headers } = yield* asked("/other")
    assert.deepStrictEqual([status, headers["retry-after"]], [503, "60"])
    assert.strictEqual((yield* asked("/healthz")).status, 200)
  })
})

layer(testServer({ site, allowedOrigins: ["https://app.example.com"] }))(
  "a site of allowed origins",
  (it) => {
    it.effect("tells caches of everything that its answers differ by", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* asked("/")).headers.vary, "accept-encoding, Origin")
      }),
    )
  },
)

describe("without a site", () => {
  layer(testServer())((it) => {
    it.effect("nothing is at its paths", () =>
      Effect.gen(function* () {
        for (const target of ["/", "/assets/a-1.js"]) assert.strictEqual((yield* asked(target)).status, 404)
      }),
    )
  })
})
