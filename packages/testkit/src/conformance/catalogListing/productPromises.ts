import {
  CatalogWriter,
  type ColorwayPlace,
  compareText,
  decimalNumber,
  type ProductFound,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBrand, aProductEntry, aVariantEntry } from "../../builders/index.ts"
import { seedCatalog, seededAt } from "../../seed/seedCatalog.ts"
import { product, promises } from "./steps.ts"

const colors = ["Red", "black", "Black", "Ä", "", "\u{1f600}", "\ue000"]
const keysOf = ["1", "2", "10"]
const variants = colors.flatMap((color) =>
  keysOf.map((key) => aVariantEntry({ variant_key: `${color}/${key}`, color })),
)
const inOrder = [...variants]
  .sort((a, b) => compareText(a.color, b.color) || compareText(a.variant_key, b.variant_key))
  .map(({ variant_key }) => variant_key)

const seedColors = (organization: string) =>
  seedCatalog(organization, { brands: [aBrand()], products: [aProductEntry({ variants })] })

/** What a `CatalogListing` promises of one product. */
export const productPromises = promises({
  *"gives a product with its brand, its latest version and the newest versions"({ mine }) {
    const attributes = { height: { value: decimalNumber("6.250")!, unit: "in" }, tags: ["a", null] }
    const version = (number: number) =>
      aProductEntry({
        version: number,
        name: `Boot ${number}`,
        labels: [`v${number}`],
        attributes: number === 10 ? attributes : {},
      })
    const brand = aBrand({ time_zone: "America/New_York" })
    yield* seedCatalog(mine, { brands: [brand], products: [2, 10, 9].map(version) })
    const found = (yield* product(mine, { versions: 2 }))!
    const updated_at = "2026-01-01T00:00:00.000Z"
    const seen = (number: number) => ({
      version: number,
      name: `Boot ${number}`,
      source: "merchant_input",
      labels: [`v${number}`],
      updated_at,
    })
    assert.deepStrictEqual(
      { ...found, variants: found.variants.length },
      {
        brand,
        latest: { product_key: "P1", brand_key: "B1", ...seen(10), attributes },
        version_count: 3,
        versions: [seen(10), seen(9)],
        variant_count: 1,
        colorway_count: 1,
        variants: 1,
      },
    )
  },
  *"gives variants by color and key, each with how many its colorway has"({ mine }) {
    yield* seedColors(mine)
    const found = (yield* product(mine))!
    assert.deepStrictEqual(
      found.variants.map(({ variant }) => variant.variant_key),
      inOrder,
    )
    assert.isTrue(found.variants.every(({ variant_count }) => variant_count === keysOf.length))
    assert.deepStrictEqual([found.variant_count, found.colorway_count], [inOrder.length, colors.length])
    const { attributes: _, ...first } = variants[6]!
    const black = (yield* product(mine, { color: "Black" }))!
    assert.deepInclude(black.variants[0]!.variant, { ...first, product_key: "P1" })
    assert.deepStrictEqual([black.variants.length, black.colorway_count, black.variant_count], [3, 1, 21])
    assert.deepInclude(yield* product(mine, { color: "BLACK" }), { variants: [], colorway_count: 0 })
    assert.deepInclude(yield* product(mine, { color: "\u0000" }), { variants: [], colorway_count: 0 })
  },
  *"goes on behind a color, or within it behind a variant"({ mine }) {
    yield* seedColors(mine)
    for (const [colors, most] of [
      [1, 1000],
      [2, 1000],
      [3, 4],
      [1000, 1],
      [1000, 5],
    ] as const) {
      const met: Array<string> = []
      for (let after: ColorwayPlace | null = null; ; ) {
        const found: ProductFound = (yield* product(mine, { after, colors, variants: most }))!
        const page = found.variants
        assert.strictEqual(found.colorway_count, 7)
        if (page.length === 0) break
        assert.isAtMost(page.length, most)
        assert.isAtMost(new Set(page.map(({ variant }) => variant.color)).size, colors)
        assert.isTrue(page.every(({ variant_count }) => variant_count === keysOf.length))
        met.push(...page.map(({ variant }) => variant.variant_key))
        const { color, variant_key } = page.at(-1)!.variant
        after = { color, variant_key: page.length === most ? variant_key : null }
      }
      assert.deepStrictEqual(met, inOrder, `${colors} colors, ${most} variants`)
    }
  },
  *"gives the attributes of variants that are wanted, and no others"({ mine }) {
    const attributes = { hex: "#fff", weight: decimalNumber("6.10")!, other: { key: "x" } }
    const one = aVariantEntry({ variant_key: "A", attributes })
    yield* seedCatalog(mine, { brands: [aBrand()], products: [aProductEntry({ variants: [one] })] })
    const wanted = (...keys: ReadonlyArray<string>) =>
      Effect.map(product(mine, { attributes: keys }), (found) => found!.variants[0]!.variant.attributes)
    const { other: _, ...some } = attributes
    assert.deepStrictEqual(yield* wanted("hex", "weight", "none", "\u0000"), some)
    assert.deepStrictEqual(yield* wanted(), {})
  },
  *"finds no product that is unknown, retired or another organization's"({ mine, theirs }) {
    const writer = yield* CatalogWriter
    const entry = aProductEntry({
      variants: [aVariantEntry({ variant_key: "A" }), aVariantEntry({ variant_key: "B" })],
    })
    yield* seedCatalog(theirs, { brands: [aBrand()], products: [entry] })
    assert.isUndefined(yield* product(mine))
    yield* seedCatalog(mine, { brands: [aBrand()], products: [entry] })
    for (const key of ["p1", "", "P1\u0000", "%"]) assert.isUndefined(yield* product(mine, {}, key))
    const retirement = { products: [], variants: ["B"], prices: [] }
    yield* writer.retire(mine, retirement, seededAt, "shop")
    const found = (yield* product(mine))!
    assert.deepStrictEqual([found.variants.length, found.variant_count], [1, 1])
    yield* writer.retire(mine, { ...retirement, products: ["P1"] }, seededAt, "shop")
    assert.isUndefined(yield* product(mine))
    assert.strictEqual((yield* product(theirs))?.variants.length, 2)
  },
})
