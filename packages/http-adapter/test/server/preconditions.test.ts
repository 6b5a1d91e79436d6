import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask } from "../support/ask.ts"
import { foreign, own } from "../support/callers.ts"
import { get, patch, put } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const seeded = Layer.effectDiscard(
  Effect.andThen(seedCatalog(own, seededCatalog("-o")), seedCatalog(foreign, seededCatalog("-f"))),
).pipe(Layer.provideMerge(testServer()))

const selecting = (selected: boolean, headers: Record<string, string> = {}, suffix = "-o") =>
  ask(
    patch(`/api/products/crawl-discoveries/CRAWL-1${suffix}/D1${suffix}`, { selected }),
    "own-token",
    headers,
  )

layer(onWallClock(seeded))("If-Match", (it) => {
  const test = generatorTests(it.effect)

  test("changes a discovery only as its caller saw it", function* () {
    const first = yield* selecting(true)
    const tag = first.headers.etag!
    assert.match(tag, /^"[\w-]{22}"$/)
    assert.strictEqual((yield* selecting(true)).headers.etag, tag)
    const second = yield* selecting(false, { "if-match": tag })
    assert.strictEqual(second.status, 200)
    assert.notStrictEqual(second.headers.etag, tag)
    const stale = yield* selecting(true, { "if-match": tag })
    assert.deepStrictEqual(
      [stale.status, stale.json, stale.headers.etag],
      [412, { detail: "The crawl discovery CRAWL-1-o/D1-o has changed since you saw it" }, undefined],
    )
    assert.strictEqual((yield* selecting(false)).headers.etag, second.headers.etag)
  })

  test("changes a price policy only as its caller saw it", function* () {
    const target = "/api/pricing/map-policy/B1-o"
    const saving = (body: object, headers: Record<string, string> = {}) =>
      ask(put(target, body), "own-token", headers)
    const first = (yield* ask(get(target))).headers.etag!
    const second = yield* saving({ notice_days: 14, max_increase_percent: 10.5 }, { "if-match": first })
    assert.deepStrictEqual(second.json, {
      notice_days: 14,
      max_increase_percent: 10.5,
      max_decrease_percent: null,
      map_at_most_msrp: true,
      endings: null,
      blackouts: [],
      price_types: null,
      enforcement: "warn",
    })
    const stale = yield* saving({}, { "if-match": first })
    assert.deepStrictEqual(
      [stale.status, stale.json],
      [412, { detail: "The price policy B1-o has changed since you saw it" }],
    )
    const read = yield* ask(get(target))
    assert.deepStrictEqual([read.json, read.headers.etag], [second.json, second.headers.etag])
    const blackouts = [{ from: "2026-12-24", until: "2026-12-24", reason: "" }]
    const refused = yield* saving({ blackouts, notice_days: -1, endings: [".95"] })
    const locs = (answer: typeof refused) =>
      (answer.json as { detail: ReadonlyArray<{ loc: ReadonlyArray<string> }> }).detail.map(({ loc }) =>
        loc.join("."),
      )
    assert.deepStrictEqual(locs(refused), ["body.notice_days", "body.endings.0"])
    assert.deepStrictEqual(locs(yield* saving({ blackouts })), ["body.blackouts.0.until"])
    assert.deepStrictEqual(locs(yield* saving({ price_types: ["MAP", "M\nAP"] })), ["body.price_types.1"])
  })

  test("takes several tags and any, and no weak or broken one", function* () {
    const tag = (yield* selecting(true)).headers.etag!
    const statusWith = (header: string) =>
      Effect.map(selecting(true, { "if-match": header }), ({ status }) => status)
    for (const header of [tag, "*", ` * `, `"a", ${tag}`, `${tag},"b"`]) {
      assert.strictEqual(yield* statusWith(header), 200, header)
    }
    for (const header of ['"a"', `W/${tag}`, tag.slice(1, -1), "", '""', "x"]) {
      assert.strictEqual(yield* statusWith(header), 412, header)
    }
  })

  test("tells nothing of another organization's discovery", function* () {
    const headers = { "if-match": '"a"' }
    const theirs = yield* selecting(true, headers, "-f")
    const nobodys = yield* selecting(true, headers, "-u")
    assert.deepStrictEqual([theirs.status, nobodys.status], [404, 404])
    assert.strictEqual(theirs.text.replaceAll("-f", ""), nobodys.text.replaceAll("-u", ""))
  })
})
