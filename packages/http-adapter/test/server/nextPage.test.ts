import { assert, layer } from "@effect/vitest"
import type { BatchRecord } from "@hangtag/core"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry, seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { get } from "../support/requests.ts"
import { onWallClock, type TestServer, testServer } from "../support/TestServer.ts"

const batch_key = 'Spring >2026<, 50% "off"?#é'
const variant_keys = ["A", "a", "b&c=d", "É+ ?", "z#;,<>", "100%", "日本"]
const price_types = ["MAP", "map>", "rel=next"]

const catalog = {
  brands: [aBrand()],
  products: [aProductEntry({ variants: variant_keys.map((variant_key) => aVariantEntry({ variant_key })) })],
  batches: [{ key: batch_key, status: "open" as const }],
  prices: variant_keys.flatMap((variant_key) =>
    price_types.map((price_type) => aPriceEntry({ variant_key, price_type, batch_key })),
  ),
}
const seeded = Layer.effectDiscard(seedCatalog(own, catalog)).pipe(Layer.provideMerge(testServer()))

interface Page {
  readonly items: ReadonlyArray<BatchRecord>
  readonly total: number
}

const pageAt = Effect.fnUntraced(function* (target: string) {
  const { status, headers, json, text } = yield* ask(get(target))
  assert.strictEqual(status, 200, `${target}: ${text}`)
  return { page: json as Page, next: /^<([^>]*)>; rel="next"$/.exec(String(headers.link ?? ""))?.[1] }
})

const path = `/api/catalog/batches/${encodeURIComponent(batch_key)}/records`

/** Parameters in any order, some twice, some unknown, some written oddly. */
const queries = fc
  .record({
    limit: fc.option(fc.integer({ min: 1, max: 30 })),
    offset: fc.option(fc.integer({ min: 0, max: 25 })),
    search: fc.option(fc.constantFrom("", "a", "MAP", "É+ ", "%", "b&c=d", "nothing", "=next", "日")),
    sort: fc.constantFrom("asc", "desc"),
    extra: fc.constantFrom("", "x=1", "limit=7&", "utm=%3Flimit%3D2", "&&", "?limit=2", "search"),
    swapped: fc.boolean(),
  })
  .map(({ extra, limit, offset, search, sort, swapped }) => {
    const known = Object.entries({ limit, offset, search, sort })
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    const all = [extra, ...(swapped ? known.reverse() : known)]
    return {
      sort,
      search: search ?? (extra === "search" ? "" : null),
      offset: offset ?? 0,
      query: all.join("&"),
    }
  })

layer(onWallClock(seeded))("the Link of a page of records", (it) => {
  it.effect("leads from any query to each record behind its offset once, in order", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<TestServer>()
      const run = Effect.runPromiseWith(context)
      const followed = Effect.fnUntraced(function* (query: string) {
        const seen: Array<BatchRecord> = []
        let total: number | undefined
        for (let target: string | undefined = `${path}?${query}`, pages = 0; target !== undefined; pages++) {
          assert.isAtMost(pages, 22)
          const { page, next }: Effect.Success<ReturnType<typeof pageAt>> = yield* pageAt(target)
          seen.push(...page.items)
          total ??= page.total
          assert.strictEqual(page.total, total)
          target = next
        }
        return seen
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(queries, async ({ query, offset, search, sort }) => {
            const whole = new URLSearchParams({ limit: "200", sort, ...(search === null ? {} : { search }) })
            const { page } = await run(pageAt(`${path}?${whole}`))
            assert.deepStrictEqual(await run(followed(query)), page.items.slice(offset))
          }),
          { numRuns: 60 },
        ),
      )
    }),
  )
})
