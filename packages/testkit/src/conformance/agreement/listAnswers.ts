import {
  type BrandQuery,
  CatalogListing,
  CatalogWriter,
  type ColorwayPlace,
  CrawlDiscoveryRepository,
  type Found,
  instantFromMicros,
  type ProductFound,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrandQuery, aDiscoveryQuery, aProductQuery, aProductReading } from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"
import { seededAt } from "../../seed/seedCatalog.ts"

/** What lists are asked for. */
interface Asked {
  readonly text: string
  readonly limit: number
  readonly labels: ReadonlyArray<string> | null
  readonly sources: ReadonlyArray<string> | null
  readonly selected: boolean
}

/** Every page of a list, as the last item of each leads to the next. */
const walk = Effect.fnUntraced(function* <Item, E, R>(
  ask: (query: Pick<BrandQuery, "after">) => Effect.Effect<Found<Item>, E, R>,
  keyOf: (item: Item) => string,
) {
  const pages: Array<Found<Item>> = []
  for (let after: string | null = null; ; ) {
    const page: Found<Item> = yield* ask({ after })
    pages.push(page)
    const last = page.items.at(-1)
    if (page.isEnd || last === undefined) return pages
    after = keyOf(last)
  }
})

/** The catalog's lists, and each product colorway by colorway. */
export const listAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  { text, limit, labels, sources }: Asked,
) {
  const { brands, products, product } = yield* CatalogListing
  const keys = [...new Set(seed.products.map(({ product_key }) => product_key)), "unknown"]
  const filters = [
    {},
    { search: text },
    { label: labels?.[0] ?? null, source: sources?.[0] ?? null },
    { brand_key: seed.brands[0]?.brand_key ?? "none", search: text },
  ]
  const colorways = Effect.fnUntraced(function* (key: string) {
    const pages: Array<ProductFound> = []
    for (let after: ColorwayPlace | null = null; ; ) {
      const reading = aProductReading({ after, colors: limit, variants: 3, attributes: ["material", "é"] })
      const page: Option.Option<ProductFound> = yield* product(organization, key, reading)
      if (Option.isNone(page)) return null
      pages.push(page.value)
      const last = page.value.variants.at(-1)?.variant
      if (last === undefined) return pages
      const isCut = page.value.variants.length === 3
      after = { color: last.color, variant_key: isCut ? last.variant_key : null }
    }
  })
  return {
    brands: yield* walk(
      ({ after }) => brands(organization, aBrandQuery({ after, limit, search: text })),
      ({ brand_key }) => brand_key,
    ),
    products: yield* Effect.forEach(filters, (filter) =>
      walk(
        ({ after }) => products(organization, aProductQuery({ ...filter, after, limit })),
        ({ product_key }) => product_key,
      ),
    ),
    each: yield* Effect.forEach(keys, colorways),
  }
})

/** Discoveries chosen many at a time, crawled again by another job, and listed. */
export const discoveryListAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  { text, limit, selected }: Asked,
) {
  const { jobs: listJobs, list, selectMany } = yield* CrawlDiscoveryRepository
  const writer = yield* CatalogWriter
  const jobs = [...new Set(seed.discoveries.map(({ job_id }) => job_id)), "unknown"]
  const ids = seed.discoveries.slice(0, limit).map(({ discovery_id }) => discovery_id)
  const chosen = yield* Effect.forEach(jobs, (job) =>
    Effect.map(
      selectMany(organization, job, [...ids, "unknown"], selected, instantFromMicros(seededAt + 2_000_000)),
      (found) => Option.getOrNull(Option.map(found, (outcomes) => [...outcomes].sort())),
    ),
  )
  const again = seed.discoveries.map((each) => ({ ...each, job_id: `${each.job_id} again`, selected: true }))
  const { rejected: _, ...counts } = yield* writer.saveCrawlDiscoveries(organization, again, seededAt)
  const lists = yield* Effect.forEach([...jobs, ...again.map(({ job_id }) => job_id)], (job) =>
    Effect.forEach([{}, { search: text }, { selected }], (filter) =>
      walk(
        ({ after }) =>
          Effect.map(list(organization, job, aDiscoveryQuery({ ...filter, after, limit })), (found) =>
            Option.getOrElse(found, () => ({ items: [], total: -1, isEnd: true })),
          ),
        ({ discovery_id }) => discovery_id,
      ),
    ),
  )
  const found = yield* walk(
    ({ after }) => listJobs(organization, { after, limit, most: limit }),
    ({ job_id }) => job_id,
  )
  return { chosen, counts, lists, jobs: found }
})
