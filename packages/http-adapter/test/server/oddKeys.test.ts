import { assert, layer } from "@effect/vitest"
import { JobRepository } from "@hangtag/core"
import {
  aBrand,
  aCrawlDiscoveryEntry,
  aNewJob,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  seedCatalog,
} from "@hangtag/testkit"
import { Context, Effect, Layer } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { RecordedRoute } from "../../src/validation/endpointAnnotations.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { type Keys, keysOf, operations } from "../support/operations.ts"
import { get, put } from "../support/requests.ts"
import { priceList, seedOperations } from "../support/seeds.ts"
import { onWallClock, type TestAnswer, testServer } from "../support/TestServer.ts"

/** A key that holds what paths and links are written with. */
const odd = (name: string) => `${name}/42 %2F?#&;="é\\<,`
/** What no catalog has: control characters are refused as it is written. */
const unknown = "X/42\u001b[2J\n\0\u009f"

const variants = ["Black", odd("Red")].map((color) => aVariantEntry({ variant_key: odd(color), color }))
const types = ["MAP", odd("MSRP")]
const later = (variant_key: string, price_type: string, batch_key: string | null) =>
  aPriceEntry({
    variant_key,
    price_type,
    batch_key,
    effective_from: "2999-01-01",
    status: batch_key === null ? "active" : "draft",
  })
const catalog = {
  brands: ["B1", "B2"].map((name) => aBrand({ brand_key: odd(name) })),
  products: ["P1", "P2"].map((name) =>
    aProductEntry({
      product_key: odd(name),
      brand_key: odd("B1"),
      variants: name === "P1" ? variants : [],
    }),
  ),
  batches: ["OPEN", "DRAFT", "IDLE"].map((key) => ({ key, status: "open" as const })),
  prices: variants.flatMap(({ variant_key }) => [
    later(variant_key, "MAP", null),
    later(variant_key, "MAP", "DRAFT"),
    ...types.map((price_type) => later(variant_key, price_type, "OPEN")),
  ]),
  discoveries: [
    ...["D1", "D2"].map((id) => aCrawlDiscoveryEntry({ job_id: odd("J1"), discovery_id: odd(id) })),
    aCrawlDiscoveryEntry({ job_id: odd("J2") }),
  ],
}

class Seeded extends Context.Service<Seeded, Keys>()("@hangtag/http-adapter/test/Seeded") {}
const seeded = Layer.effect(
  Seeded,
  Effect.gen(function* () {
    yield* seedCatalog(own, catalog)
    const plain = yield* seedOperations(own, "-other")
    for (const name of ["L1", "L2"]) yield* priceList(own, odd(name))
    for (const notice_days of [1, 2])
      yield* ask(put(`/api/pricing/map-policy/${encodeURIComponent(odd("B1"))}`, { notice_days }))
    for (const notice_days of [3, 4])
      yield* ask(put(`/api/pricing/price-lists/${encodeURIComponent(odd("L1"))}/policy`, { notice_days }))
    const { create } = yield* JobRepository
    yield* create(own, aNewJob())
    return {
      ...plain,
      batch_key: "OPEN",
      draft_batch_key: "DRAFT",
      idle_batch_key: "IDLE",
      brand_key: odd("B1"),
      product_key: odd("P1"),
      variant_key: odd("Black"),
      crawl_job_id: odd("J1"),
      discovery_id: odd("D1"),
      price_list: odd("L1"),
    }
  }),
).pipe(Layer.provideMerge(testServer()))

const endpoints: Array<HttpApiEndpoint.Top> = []
HttpApi.reflect(HangtagApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => endpoints.push(endpoint),
})
// the six of the interface read an escaped slash as the service before them does
const named = endpoints.filter(
  ({ path, annotations }) => path.includes(":") && !Context.get(annotations, RecordedRoute),
)
// who follows publications asks for those after a number
const lists = endpoints.filter(({ identifier, query }) => {
  const { fields } = (query as { readonly schema?: { readonly fields: object } } | undefined)?.schema ?? {}
  return fields !== undefined && "after" in fields && "limit" in fields && identifier !== "listPublications"
})

const operationOf = ({ method, path }: HttpApiEndpoint.Top) => {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`)
  return operations.find(({ reads, request }) => {
    const { method: asked = "GET", target } = request(keysOf("", "J"))
    return reads.length > 0 && asked === method && pattern.test(target.split("?")[0]!)
  })!
}

layer(onWallClock(seeded))("keys that hold what paths and links are written with", (it) => {
  for (const endpoint of named) {
    const { reads, request } = operationOf(endpoint)
    const asked = (keys: Keys) => ask(request(keys))

    it.effect(`${endpoint.identifier} takes them in its path`, () =>
      Effect.gen(function* () {
        const { status, text } = yield* asked(yield* Seeded)
        assert.strictEqual(status, 200, text)
      }),
    )

    it.effect(
      `${endpoint.identifier} finds none of one with a slash and control characters, and names it`,
      () =>
        Effect.gen(function* () {
          const { status, json } = yield* asked({ ...(yield* Seeded), [reads[0]!]: unknown })
          assert.strictEqual(status, 404)
          assert.include((json as { readonly detail: string }).detail, "X/42")
        }),
    )
  }

  for (const { identifier, path } of lists) {
    it.effect(`${identifier} goes on after them`, () =>
      Effect.gen(function* () {
        const { crawl_job_id, ...keys } = yield* Seeded
        const params = { ...keys, key: keys.batch_key, job_id: crawl_job_id }
        const filled = path.replace(/:(\w+)/g, (_, name: keyof typeof params) =>
          encodeURIComponent(params[name]),
        )
        const first = `${filled}?limit=1`
        const found: Array<string> = []
        for (let next: string | undefined = first; next !== undefined; ) {
          const page: TestAnswer = yield* ask(get(next))
          assert.strictEqual(page.status, 200, page.text)
          const { items, colorways } = page.json as Readonly<
            Record<"items" | "colorways", ReadonlyArray<object>>
          >
          found.push(...(items ?? colorways).map((each) => JSON.stringify(each)))
          next = /^<([^>]*)>; rel="next"$/.exec(String(page.headers.link ?? ""))?.[1]
        }
        assert.isAbove(found.length, 1, identifier)
        assert.strictEqual(new Set(found).size, found.length)
      }),
    )
  }
})
