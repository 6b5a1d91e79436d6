import { decimalNumber, type ExportSelection, instantToText } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"
import { seedCatalog, seededAt } from "../../seed/seedCatalog.ts"
import { looksAtEachMember } from "../suite/eachMember.ts"
import { brands, names, promises, streamed, takes, versions } from "./steps.ts"

const ofTwoBrands: CatalogSeed = {
  brands: [...brands, aBrand({ brand_key: "B2" })],
  products: [...versions.products!, aProductEntry({ product_key: "Q1", brand_key: "B2" })],
}

export const selectionPromises = promises({
  *"looks at each member of a selection"({ mine }) {
    yield* seedCatalog(mine, ofTwoBrands)
    const found = (selection: Partial<ExportSelection>) => Effect.map(streamed(mine, selection), names)
    yield* looksAtEachMember<ExportSelection>()(found, {
      product_keys: [["P3"], ["P3@1"]],
      brand_key: ["B2", ["Q1@1"]],
      label_keys: [["sale"], ["P1@2", "P2@2"]],
      sources: [["scraper"], ["P1@2", "P2@10"]],
      latest_only: [true, ["P1@2", "P2@10", "P3@1", "Q1@1"]],
    })
  },
  *"takes every version of every product, in the order of product key and version"({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, {}, ["P1@1", "P1@2", "P2@2", "P2@10", "P3@1"])
  },
  *"orders product keys by code point"({ mine }) {
    const inOrder = ["B", "a", "a-1", "b", "é", "\ue000", "\u{1f600}"]
    yield* seedCatalog(mine, {
      brands,
      products: inOrder.toReversed().map((product_key) => aProductEntry({ product_key })),
    })
    yield* takes(
      mine,
      {},
      inOrder.map((key) => `${key}@1`),
    )
  },
  *"takes the products asked for, each once, and counts what they gave nothing for"({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { product_keys: ["P3", "P1", "P3"] }, ["P1@1", "P1@2", "P3@1"])
    yield* takes(mine, { product_keys: ["nope", "P3", "p3", "nope", "P3\0"] }, ["P3@1"], {
      unknown: ["P3\0", "nope", "p3"],
    })
    const strangers = Array.from({ length: 25 }, (_, index) => `X${String(index).padStart(2, "0")}`)
    yield* takes(mine, { product_keys: [...strangers.toReversed(), "P3"] }, ["P3@1"], {
      unknown: strangers,
    })
    yield* takes(mine, { product_keys: ["nope", "P3", "P1", "P1"], sources: ["scraper"] }, ["P1@2"], {
      unknown: ["nope"],
      filtered: 1,
    })
  },
  *"skips nothing when nothing was asked for by key"({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { sources: ["nowhere"] }, [])
  },
  *"takes versions with at least one of the labels"({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { label_keys: ["sale"] }, ["P1@2", "P2@2"])
    yield* takes(mine, { label_keys: ["sale", "fall", "sale"] }, ["P1@1", "P1@2", "P2@2", "P2@10"])
    yield* takes(mine, { label_keys: ["SALE", "sal", "sale\0"] }, [])
    yield* takes(mine, { label_keys: [] }, [])
  },
  *"takes products of one brand"({ mine }) {
    yield* seedCatalog(mine, ofTwoBrands)
    for (const latest_only of [false, true]) yield* takes(mine, { brand_key: "B2", latest_only }, ["Q1@1"])
    yield* takes(mine, { brand_key: "B2", product_keys: ["P1", "Q1"] }, ["Q1@1"], { filtered: 1 })
    yield* takes(mine, { brand_key: "B1", product_keys: ["P3"], label_keys: ["sale"] }, [], { filtered: 1 })
    for (const brand_key of ["b2", "none", "B2\0"]) yield* takes(mine, { brand_key, latest_only: true }, [])
  },
  *"takes versions from one of the sources"({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { sources: ["scraper"] }, ["P1@2", "P2@10"])
    yield* takes(mine, { sources: ["scraper", "merchant_input"] }, ["P1@1", "P1@2", "P2@2", "P2@10", "P3@1"])
  },
  *"considers the greatest version only, before the other filters"({ mine }) {
    yield* seedCatalog(mine, versions)
    yield* takes(mine, { latest_only: true }, ["P1@2", "P2@10", "P3@1"])
    yield* takes(mine, { latest_only: true, label_keys: ["fall"] }, ["P2@10"])
    yield* takes(mine, { latest_only: true, label_keys: ["sale"], product_keys: ["P1", "P2"] }, ["P1@2"], {
      filtered: 1,
    })
  },
  *"gives every field of a version"({ mine }) {
    const attributes = {
      material: { key: "l", label: "Leather" },
      height: { value: decimalNumber("6.50")!, unit: "in" },
      tags: ["a", 1, decimalNumber("1.0")!],
    }
    const entry = aProductEntry({
      version: 7,
      labels: ["b", "a"],
      source: "scraper",
      attributes,
      variants: [],
    })
    yield* seedCatalog(mine, { brands, products: [entry] })
    const { variants: _, ...product } = entry
    assert.deepStrictEqual(yield* streamed(mine), [
      {
        product: { ...product, updated_at: instantToText(seededAt) },
        time_zone: "UTC",
        variants: [],
        prices: [],
      },
    ])
  },
  *"gives the time zone of each product's brand"({ mine }) {
    yield* seedCatalog(mine, {
      brands: [...brands, aBrand({ brand_key: "B2", time_zone: "America/New_York" })],
      products: ["B1", "B2"].map((brand_key) => aProductEntry({ brand_key, product_key: `P-${brand_key}` })),
    })
    for (const product_keys of [[], ["P-B1", "P-B2"]])
      assert.deepStrictEqual(
        (yield* streamed(mine, { product_keys })).map(({ time_zone }) => time_zone),
        ["UTC", "America/New_York"],
      )
  },
  *"gives attributes only when they are wanted"({ mine }) {
    const given = { attributes: { material: "leather" } }
    const variants = [aVariantEntry({ variant_key: "A", ...given })]
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ ...given, variants })] })
    for (const product_keys of [[], ["P1"]])
      for (const attributes of [true, false]) {
        const [only] = yield* streamed(mine, { product_keys }, { variants: true, attributes })
        const expected = attributes ? given.attributes : {}
        assert.deepStrictEqual(only?.product.attributes, expected)
        assert.deepStrictEqual(
          only?.variants.map((variant) => variant.attributes),
          [expected],
        )
      }
  },
  *"gives a product's variants with each of its versions, and only when they are wanted"({ mine }) {
    const listed = (version: number, ...keys: ReadonlyArray<string>) =>
      aProductEntry({
        version,
        variants: keys.map((variant_key) => aVariantEntry({ variant_key, size: String(version) })),
      })
    yield* seedCatalog(mine, {
      brands,
      products: [
        listed(1, "A", "B"),
        listed(2, "A", "C"),
        aProductEntry({ product_key: "P2", variants: [aVariantEntry({ variant_key: "D" })] }),
      ],
    })
    const products = yield* streamed(mine, {}, { variants: true })
    const variants = products.map((each) =>
      each.variants
        .map(({ variant_key, size, product_key }) => `${product_key} ${variant_key} ${size}`)
        .sort(),
    )
    const ofP1 = ["P1 A 2", "P1 B 1", "P1 C 2"]
    assert.deepStrictEqual(variants, [ofP1, ofP1, ["P2 D 9"]])
    assert.deepStrictEqual(
      (yield* streamed(mine)).map((each) => each.variants.length),
      [0, 0, 0],
    )
  },
  *"gives nothing from an empty catalog"({ mine }) {
    yield* takes(mine, {}, [])
    yield* takes(mine, { product_keys: ["P1"], latest_only: true }, [], {
      unknown: ["P1"],
    })
  },
  *"sees nothing of another organization"({ mine, theirs }) {
    const seed = (name: string): CatalogSeed => ({
      brands,
      products: [aProductEntry({ name, variants: [aVariantEntry({ variant_key: "V", name })] })],
      prices: [aPriceEntry({ variant_key: "V", amount: String(name.length) })],
    })
    yield* seedCatalog(theirs, seed("theirs"))
    yield* takes(mine, {}, [])
    yield* takes(mine, { product_keys: ["P1"] }, [], { unknown: ["P1"] })
    yield* seedCatalog(mine, seed("mine"))
    const [only, ...others] = yield* streamed(mine, {}, { variants: true, price_types: ["MAP"] })
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(
      [only?.product.name, only?.variants.map((each) => each.name), only?.prices.map((each) => each.amount)],
      ["mine", ["mine"], ["4"]],
    )
  },
})
