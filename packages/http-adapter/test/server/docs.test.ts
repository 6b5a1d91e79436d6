import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "../support/ask.ts"
import { browserPath, visit } from "../support/browser.ts"
import { onWallClock, TestServer, testServer } from "../support/TestServer.ts"

const asked = (target: string, headers: Record<string, string> = {}) => send({ target, headers })

/** What the page loads. */
const scripts = (html: string) =>
  [...html.matchAll(/<script src="([^"]*)"><\/script>/g)].map(([, src]) => `/${src}`)

layer(onWallClock(testServer()))("the reference page", (it) => {
  it.effect("shows this API, and loads its own scripts alone", () =>
    Effect.gen(function* () {
      const { status, headers, text } = yield* asked("/docs")
      assert.deepStrictEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"])
      assert.deepStrictEqual(scripts(text), ["/docs/assets/reference.js", "/docs/assets/start.js"])
      assert.notMatch(
        text.replaceAll(/<script src="docs\/assets\/\w+\.js">/g, ""),
        /\b(?:src|href|srcset|action|data)\s*=|@import|url\(/i,
      )
      const { text: start } = yield* asked("/docs/assets/start.js")
      assert.include(start, "/api/pricing/map-policy/{brand_key}/colorway-prefill")
      assert.strictEqual((yield* asked("/docs/assets/other.js")).status, 404)
    }),
  )

  it.effect("allows scripts of this server alone to run, and no connection elsewhere", () =>
    Effect.gen(function* () {
      const { headers } = yield* asked("/docs")
      const policy = new Map(
        String(headers["content-security-policy"])
          .split("; ")
          .map((directive) => [directive.split(" ", 1)[0], directive.split(" ").slice(1)] as const),
      )
      assert.deepStrictEqual(policy.get("default-src"), ["'none'"])
      assert.deepStrictEqual(policy.get("frame-ancestors"), ["'none'"])
      assert.deepStrictEqual(policy.get("script-src"), ["'self'"])
      assert.deepStrictEqual(policy.get("connect-src"), ["'self'"])
      const sources = new Set([...policy.values()].flat())
      assert.deepStrictEqual(sources, new Set(["'none'", "'self'", "'unsafe-inline'", "data:"]))
    }),
  )

  it.effect("is the same bytes each time, compressed, and not sent to one who has them", () =>
    Effect.gen(function* () {
      for (const target of ["/docs", "/docs/assets/reference.js", "/docs/assets/start.js"]) {
        const [plain, packed] = yield* Effect.all([asked(target), asked(target, { "accept-encoding": "br" })])
        const { etag } = plain.headers
        assert.match(String(etag), /^W\/"[^"]{22}"$/)
        assert.deepStrictEqual([packed.headers.etag, packed.headers["content-encoding"]], [etag, "br"])
        assert.isBelow(Number(packed.headers["content-length"]), plain.text.length / 2)
        const zipped = yield* asked(target, { "accept-encoding": "gzip" })
        assert.strictEqual(zipped.headers["content-encoding"], "gzip")
        assert.isBelow(Number(zipped.headers["content-length"]), plain.text.length / 2)
        const known = yield* asked(target, { "if-none-match": etag! })
        assert.deepStrictEqual([known.status, known.text], [304, ""])
      }
    }),
  )

  it.effect.skipIf(browserPath === undefined)(
    "works in a browser without a network, asking for itself alone (skipped where no Chromium is installed)",
    () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const url = `http://127.0.0.1:${port}/docs`
        const { requests, complaints } = yield* visit(url, "Add Records By Variants")
        assert.deepStrictEqual(requests, [url, `${url}/assets/reference.js`, `${url}/assets/start.js`])
        assert.deepStrictEqual(complaints, [])
      }),
  )
})
