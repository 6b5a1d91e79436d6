import { assert, layer } from "@effect/vitest"
import { instantFromMicros, JobQueue, JobRepository } from "@hangtag/core"
import {
  aBatchEntry,
  aBrand,
  aCrawlDiscoveryEntry,
  aNewJob,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  type CatalogSeed,
  seedCatalog,
} from "@hangtag/testkit"
import { Effect, Layer, Option } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask, send } from "../support/ask.ts"
import { as, own } from "../support/callers.ts"
import { get, patch } from "../support/requests.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const odd = ["a/b", "a%2Fb", "50% / é日?#&+;", "crawl-discoveries/J/D", "a b", "\u{1f600}", "../x", "P1/"]
const job_id = "CRAWL 1&2"
const batch_key = "B & 1"
const colors = ["Black", "Red", "Ä & /?#"]

const catalog: CatalogSeed = {
  brands: ["B1", "B2", "B&3"].map((brand_key) => aBrand({ brand_key })),
  products: [
    aProductEntry({
      attributes: { page: "https://shop.test/boot" },
      variants: colors.flatMap((color) =>
        ["9", "10"].map((size) => aVariantEntry({ variant_key: `${color}-${size}`, color, size })),
      ),
    }),
    ...odd.map((product_key) => aProductEntry({ product_key, name: "odd", variants: [] })),
  ],
  discoveries: [
    ...["1", "2 &/", "3"].map((discovery_id) =>
      aCrawlDiscoveryEntry({ job_id, discovery_id, url: "https://shop.test/boot/" }),
    ),
    aCrawlDiscoveryEntry({ job_id: "CRAWL 2" }),
  ],
  batches: [aBatchEntry({ key: batch_key })],
  prices: [
    ...["MAP", "MSRP &"].map((price_type) =>
      aPriceEntry({ variant_key: "Black-9", price_type, effective_from: "2099-01-01", batch_key }),
    ),
    ...["Black-9", "Red-9"].map((variant_key) =>
      aPriceEntry({ variant_key, price_type: "MAP", amount: "1", effective_from: "2400-01-01" }),
    ),
  ],
}
const jobs = Effect.gen(function* () {
  const { create, finish } = yield* JobRepository
  for (const requested_by of ["tester", "colleague", "tester"]) yield* create(own, aNewJob({ requested_by }))
  const { job_id } = yield* create(
    own,
    aNewJob({ requested_by: "colleague", created_at: instantFromMicros(1) }),
  )
  const { claimJob } = yield* JobQueue
  const { claim } = Option.getOrThrow(yield* claimJob({ organization: own, job_id }, instantFromMicros(2)))
  yield* finish(claim, { status: "failed", message: "Gave up", error: "broken" }, instantFromMicros(3))
})
const seeded = Layer.effectDiscard(Effect.andThen(seedCatalog(own, catalog), jobs)).pipe(
  Layer.provideMerge(testServer()),
)

const listed = Effect.fnUntraced(function* (target: string) {
  const { status, headers, json } = yield* ask(get(target))
  return {
    status,
    json: json as Record<string, never>,
    next: /^<([^>]*)>; rel="next"$/.exec(String(headers.link ?? ""))?.[1],
  }
})

/** The items of each page, as its links lead from one to the next. */
const followed = Effect.fnUntraced(function* (target: string, list = "items") {
  const pages: Array<ReadonlyArray<Record<string, unknown>>> = []
  for (let next: string | undefined = target; next !== undefined; ) {
    const page: Effect.Success<ReturnType<typeof listed>> = yield* listed(next)
    assert.strictEqual(page.status, 200, next)
    pages.push(page.json[list]!)
    next = page.next
  }
  return pages
})

const path = encodeURIComponent

layer(onWallClock(seeded))("lists", (it) => {
  const test = generatorTests(it.effect)

  test("lead on by their links, and keep what was asked for", function* () {
    for (const [target, key, found] of [
      ["/api/brands?limit=2&search=b", "brand_key", [["B&3", "B1"], ["B2"]]],
      ["/api/crawl-jobs?limit=1", "job_id", [[job_id], ["CRAWL 2"]]],
      [`/api/pricing/batches/${path(batch_key)}/moments?limit=1`, "price_type", [["MAP"], ["MSRP &"]]],
      [`/api/products?limit=4&search=ODD&brand_key=B1`, "product_key", undefined],
      [
        `/api/products/crawl-discoveries/${path(job_id)}?limit=2&selected=no`,
        "discovery_id",
        [["1", "2 &/"], ["3"]],
      ],
      ["/api/jobs?limit=1&mine=on&status=queued", "requested_by", [["tester"], ["tester"]]],
    ] as const) {
      const pages = (yield* followed(target)).map((page) => page.map((item) => item[key]))
      if (found !== undefined) assert.deepStrictEqual(pages, found as never)
      else assert.sameMembers(pages.flat() as Array<string>, [...odd])
    }
    const { json, next } = yield* listed("/api/brands")
    assert.deepStrictEqual([json.total, json.total_is_exact, next], [3, true, undefined] as never)
  })

  test("of what goes live go on beyond the year in which microseconds leave the safe integers", function* () {
    const pages = yield* followed("/api/pricing/upcoming?limit=1&from=2300-01-01T00:00:00Z")
    assert.deepStrictEqual(
      pages.flat().map(({ color }) => color as never),
      ["Black", "Red"] as never,
    )
  })

  test("of colorways go on where a page ends", function* () {
    const pages = yield* followed("/api/products/P1?limit=2", "colorways")
    assert.deepStrictEqual(
      pages.map((page) => page.map(({ color, variant_count }) => [color, variant_count])),
      [
        [
          ["Black", 2],
          ["Red", 2],
        ],
        [["Ä & /?#", 2]],
      ],
    )
    const { json } = yield* listed(`/api/products/P1?color=${path("Ä & /?#")}`)
    assert.deepStrictEqual([json.total, json.variant_count], [1, 6] as never)
    const [{ variants, ...colorway }] = json.colorways as unknown as [{ variants: ReadonlyArray<object> }]
    assert.deepStrictEqual(colorway as object, {
      color: "Ä & /?#",
      swatch: null,
      vendor_color_codes: ["001"],
      variant_count: 2,
    })
    assert.deepStrictEqual(Object.keys(variants[0]!), [
      "variant_key",
      "name",
      "size",
      "width",
      "vendor_color_code",
    ])
  })

  test("give products by keys that hold what paths are written with", function* () {
    for (const key of odd) {
      const { status, json } = yield* listed(`/api/products/${path(key)}`)
      assert.deepStrictEqual([status, json.product_key], [200, key] as never)
    }
    const fields = yield* listed("/api/products/export-fields")
    assert.hasAllKeys(fields.json, ["fields", "attributes"])
    assert.strictEqual((yield* listed("/api/products/export-async")).status, 405)
    assert.strictEqual((yield* listed("/api/products/nope")).status, 404)
  })

  test("say who asked for a job, and what may be done", function* () {
    const { json } = yield* listed("/api/jobs?status=failed")
    const [job] = json.items as unknown as [Record<string, unknown>]
    assert.deepInclude(job, {
      requested_by: "colleague",
      can_cancel: false,
      can_retry: true,
      error: "broken",
    })
    assert.notProperty(job, "queue_position")
    const retry = { method: "POST", target: `/api/jobs/${job.job_id}/retry`, headers: as("own-token") }
    const { status, json: again } = yield* send(retry)
    assert.strictEqual(status, 200)
    assert.deepInclude(again, { status: "queued", can_cancel: true, can_retry: false, attempt: 1 })
  })

  test("of discoveries are selected many at a time", function* () {
    const target = `/api/products/crawl-discoveries/${path(job_id)}`
    const body = { discovery_ids: ["3", "nope", "1", "3"], selected: true }
    const { status, json } = yield* ask(patch(target, body))
    assert.deepStrictEqual([status, json], [
      200,
      {
        job_id,
        selected: true,
        changed: 2,
        unchanged: 0,
        not_found: 1,
        outcomes: [
          { discovery_id: "3", outcome: "changed" },
          { discovery_id: "nope", outcome: "not_found" },
          { discovery_id: "1", outcome: "changed" },
        ],
      },
    ] as never)
    const selected = yield* listed(`${target}?selected=true`)
    const items = selected.json.items as unknown as ReadonlyArray<Record<string, unknown>>
    assert.deepStrictEqual(
      items.map(({ discovery_id, already_in_catalog }) => [discovery_id, already_in_catalog]),
      [
        ["1", "P1"],
        ["3", "P1"],
      ],
    )
  })

  test("refuse what they cannot read, and say what to change", function* () {
    for (const [target, loc, type] of [
      ["/api/brands?limit=201", "limit", "less_than_equal"],
      ["/api/products?limit=0", "limit", "greater_than_equal"],
      [`/api/products?search=${"x".repeat(201)}`, "search", "string_too_long"],
      ["/api/products/P1?after=Black", "after", "value_error"],
      ['/api/jobs?after=["now","x"]', "after", "value_error"],
      ["/api/jobs?status=done", "status", "literal_error"],
      ["/api/jobs?type=IMPORT", "type", "literal_error"],
      ["/api/jobs?mine=me", "mine", "bool_parsing"],
      ["/api/products/crawl-discoveries/J?selected=", "selected", "bool_parsing"],
    ] as const) {
      const { status, json } = yield* listed(target)
      const [fault] = json.detail as unknown as [Record<string, unknown>]
      assert.deepStrictEqual([status, fault.loc, fault.type], [422, ["query", loc], type] as never, target)
    }
  })
})
