import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserPath, visit } from "../support/browser.ts"
import { onWallClock, TestServer, testServer } from "../support/TestServer.ts"

const page = Effect.flatMap(TestServer, ({ send }) => send({ target: "/docs" }))

/** The page's markup, without what is inside of scripts. */
const markup = (html: string) => html.replace(/<script>[\s\S]*?<\/script>/g, "<script></script>")

layer(onWallClock(testServer()))("the reference page", (it) => {
  it.effect("shows this API, and names nothing to be loaded", () =>
    Effect.gen(function* () {
      const { status, headers, text } = yield* page
      assert.deepStrictEqual([status, headers["content-type"]], [200, "text/html"])
      assert.include(text, "/api/pricing/map-policy/{brand_key}/colorway-prefill")
      assert.notMatch(markup(text), /\b(?:src|href|srcset|action|data)\s*=|@import|url\(/i)
    }),
  )

  it.effect("allows its own scripts alone to run, and no connection elsewhere", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* page
      const policy = new Map(
        String(headers["content-security-policy"])
          .split("; ")
          .map((directive) => [directive.split(" ", 1)[0], directive.split(" ").slice(1)] as const),
      )
      assert.deepStrictEqual(policy.get("default-src"), ["'none'"])
      assert.deepStrictEqual(policy.get("frame-ancestors"), ["'none'"])
      const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
        ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
      )
      assert.lengthOf(scripts, 2)
      assert.deepStrictEqual(policy.get("script-src"), scripts)
      policy.delete("script-src")
      const sources = new Set([...policy.values()].flat())
      assert.deepStrictEqual(sources, new Set(["'none'", "'self'", "'unsafe-inline'", "data:"]))
      assert.deepStrictEqual(policy.get("connect-src"), ["'self'"])
    }),
  )

  it.effect.skipIf(browserPath === undefined)(
    "works in a browser without a network, asking for itself alone (skipped where no Chromium is installed)",
    () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const url = `http://127.0.0.1:${port}/docs`
        const { requests, complaints } = yield* visit(url, "Add Records By Variants")
        assert.deepStrictEqual(requests, [url])
        assert.deepStrictEqual(complaints, [])
      }),
  )
})
