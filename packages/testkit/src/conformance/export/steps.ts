import {
  CatalogRepository,
  CatalogWriter,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  type ExportWanted,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  aBrand,
  anExportSelection,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const promises = promisesOf<CatalogRepository | CatalogWriter | ExportRepository>()

export const now = instantOf("2026-06-01")
export const brands = [aBrand()]

/** P1 and P2 in versions 1 to 3 that differ in label and source, P3 in version 1. */
export const versions: CatalogSeed = {
  brands,
  products: [
    aProductEntry({ product_key: "P2", version: 10, labels: ["fall"], source: "scraper" }),
    aProductEntry({ product_key: "P2", version: 2, labels: ["fall", "sale"] }),
    aProductEntry({ product_key: "P1", version: 2, labels: ["sale"], source: "scraper" }),
    aProductEntry({ product_key: "P1", version: 1, labels: ["fall"] }),
    aProductEntry({ product_key: "P3", version: 1 }),
  ],
}

const onlyProducts: ExportWanted = { variants: false, attributes: true, price_types: [], at: now }

/** What the stream gives; where the selection is read at once too, that has to be the same. */
export const streamed = Effect.fnUntraced(function* (
  organization: string,
  selection: Partial<ExportSelection> = {},
  wanted: Partial<ExportWanted> = {},
) {
  const exports = yield* ExportRepository
  const [taken, parts] = [anExportSelection(selection), { ...onlyProducts, ...wanted }]
  const batches = yield* Stream.runCollect(exports.products(organization, taken, parts))
  const small = yield* exports.atOnce(organization, taken, parts)
  if (Option.isSome(small)) {
    const { definitions } = small.value
    const { attributeDefinitions } = yield* CatalogRepository
    const count = yield* exports.count(organization, taken)
    assert.deepStrictEqual(small.value, { definitions, count, products: batches.flat() })
    assert.deepStrictEqual(definitions, yield* attributeDefinitions(organization))
  }
  return batches.flat()
})

export const names = (products: ReadonlyArray<ExportProduct>) =>
  products.map(({ product }) => `${product.product_key}@${product.version}`)

/** Checks that the counts and the stream agree on what a selection takes. */
export const takes = Effect.fnUntraced(function* (
  organization: string,
  selection: Partial<ExportSelection>,
  expected: ReadonlyArray<string>,
  { unknown = [], filtered = 0 }: { unknown?: ReadonlyArray<string>; filtered?: number } = {},
) {
  const exports = yield* ExportRepository
  const products = yield* streamed(organization, selection, { variants: true })
  assert.deepStrictEqual(names(products), [...expected])
  assert.deepStrictEqual(yield* exports.count(organization, anExportSelection(selection)), {
    total: expected.length,
    skipped: {
      unknown_product: unknown.length,
      filtered_out: filtered,
      unknown_keys: unknown.slice(0, 20),
    },
  })
  assert.strictEqual(
    yield* exports.countVariants(organization, anExportSelection(selection)),
    products.reduce((sum, { variants }) => sum + variants.length, 0),
  )
})

export const everything = { variants: true, attributes: true, price_types: ["MAP", "MSRP"] }
export const keyOf = (index: number) => `P${String(index).padStart(3, "0")}`

/** A product whose texts, labels, attributes, variants and prices all tell of the round that wrote it. */
export const roundProduct = (product_key: string, round: number, version = 1) =>
  aProductEntry({
    product_key,
    version,
    name: `Boot ${round}`,
    labels: round === 0 ? ["fall"] : [],
    source: round === 0 ? "merchant_input" : "scraper",
    attributes: { round },
    variants: [`${product_key}-A`, ...(round === 0 ? [] : [`${product_key}-${round}`])].map((variant_key) =>
      aVariantEntry({ variant_key, name: `Variant ${round}`, attributes: { round } }),
    ),
  })

/** Rewrites what a catalog of these products holds, adds to it before, between and behind, and moves its prices, and retires some. */
export const changeEverything = Effect.fnUntraced(function* (
  organization: string,
  keys: ReadonlyArray<string>,
  round: number,
) {
  const added = keys.map((key) => `${key}~${round}`)
  yield* seedCatalog(organization, {
    brands: [aBrand({ time_zone: round % 2 === 0 ? "UTC" : "Pacific/Kiritimati" })],
    products: [
      ...keys.flatMap((key) => [roundProduct(key, round), roundProduct(key, round, 1 + round)]),
      ...["A", ...added, "Z"].map((key) => roundProduct(key, round)),
    ],
    prices: keys.map((key) => aPriceEntry({ variant_key: `${key}-A`, amount: `${round}.00` })),
  })
  const variants = keys.map((key) => `${key}-A`)
  const prices = variants.map((variant_key) => ({ variant_key, price_type: "MAP" }))
  const { retire } = yield* CatalogWriter
  yield* retire(
    organization,
    { products: keys.slice(-9), variants: variants.slice(0, 9), prices },
    now,
    "them",
  )
})
