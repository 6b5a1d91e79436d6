import { CatalogWriter, instantFromMicros } from "@hangtag/core"
import { aBrand, aCrawlDiscoveryEntry, aPriceEntry, aProductEntry, aVariantEntry } from "@hangtag/testkit"
import { Effect } from "effect"

/** Whose calls attack, and who works meanwhile. */
export const attacker = "attacker"
export const others = ["other-1", "other-2", "other-3", "other-4"]

const product = (product_key: string, variants: number) =>
  aProductEntry({
    product_key,
    brand_key: "B",
    name: `Boot ${product_key}`,
    attributes: { material: "leather" },
    variants: Array.from({ length: variants }, (_, index) =>
      aVariantEntry({ variant_key: `${product_key}-${index}` }),
    ),
  })
const price = (variant_key: string, effective_from: string) => aPriceEntry({ variant_key, effective_from })
const days = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2090, 0, 1 + index)).toISOString().slice(0, 10),
  )

const hours = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2090, 0, 1, index)).toISOString())

/** Records of the one variant of the product `LONG`: more than one timeline may have. */
const longRecords = 21_000

/** Variants of the product `BIG`, all of one color. */
export const bigVariants = 1_500

/** What the attacker's crawl job `CRAWL` has found. */
export const manyDiscoveries = 5_000

const discovery = (_: unknown, index: number) =>
  aCrawlDiscoveryEntry({
    job_id: "CRAWL",
    discovery_id: `D${index}`,
    url: `https://shop.test/${index}`,
    title: null,
  })

/**
 * The attacker's catalog: `BIG` with many variants, `WIDE` with some, `LATER` with ten that have a thousand prices to come
 * each, `LONG` with one that has `longRecords`, `ONE`, `TWO` and `THREE` with one, 200 ordinary products,
 * `manyDiscoveries`; and for each of the others a small one.
 */
export const seedAttacked = Effect.gen(function* () {
  const writer = yield* CatalogWriter
  for (const organization of [attacker, ...others]) {
    // a local date costs more to read than one of UTC
    yield* writer.saveBrands(organization, [aBrand({ brand_key: "B", time_zone: "America/New_York" })])
    yield* writer.saveBatches(organization, [{ key: "OPEN", status: "open" }])
    const isAttacker = organization === attacker
    const products = isAttacker
      ? [
          product("BIG", bigVariants),
          product("WIDE", 150),
          product("LATER", 10),
          ...["LONG", "ONE", "TWO", "THREE"].map((key) => product(key, 1)),
          ...Array.from({ length: 200 }, (_, i) => product(`P${i}`, 2)),
        ]
      : [product("P0", 12)]
    yield* writer.saveProducts(organization, products, instantFromMicros(0))
    if (isAttacker)
      yield* writer.saveCrawlDiscoveries(
        organization,
        Array.from({ length: manyDiscoveries }, discovery),
        instantFromMicros(0),
      )
    const variants = products.flatMap((each) => each.variants)
    yield* writer.savePrices(
      organization,
      variants.flatMap(({ variant_key }) => [
        price(variant_key, "2020-01-01"),
        ...(variant_key.startsWith("LATER-") ? days(1_000).map((day) => price(variant_key, day)) : []),
        ...(variant_key.startsWith("LONG-") ? hours(longRecords).map((at) => price(variant_key, at)) : []),
      ]),
    )
  }
})
