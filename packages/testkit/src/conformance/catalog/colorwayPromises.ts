import { CatalogRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { aBrand, anAttributeEntry, aProductEntry, aVariantEntry } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import type { PromiseTest } from "../portSuite.ts"
import { brand, brands, colorway, foundKeys, type Ports, search } from "./steps.ts"

export const colorwayPromises = {
  "finds the brand with its fields": Effect.fnUntraced(function* ({ mine }) {
    const named = aBrand({ name: "Nørd & Söhne", time_zone: "Europe/Berlin" })
    yield* seedCatalog(mine, { brands: [named], products: [aProductEntry()] })
    assert.deepStrictEqual((yield* colorway(mine)).brand, named)
  }),
  "tells which part of a colorway names nothing": Effect.fnUntraced(function* ({ mine }) {
    const other = aBrand({ brand_key: "B2" })
    yield* seedCatalog(mine, { brands: [...brands, other], products: [aProductEntry()] })
    const none = { productFound: false, variant_keys: [] }
    assert.deepStrictEqual(yield* colorway(mine, { brand_key: "nope" }), { brand: null, ...none })
    assert.deepStrictEqual(yield* colorway(mine, { product_key: "nope" }), { brand, ...none })
    assert.deepStrictEqual(yield* colorway(mine, { brand_key: "B2" }), { brand: other, ...none })
    assert.deepStrictEqual(yield* colorway(mine, { color: "nope" }), {
      brand,
      productFound: true,
      variant_keys: [],
    })
  }),
  "compares brand, product and color exactly": Effect.fnUntraced(function* ({ mine }) {
    const colors = ["Black", "black", "Black ", "Bl%ck", "\u00c9cru", "E\u0301cru", "Black\u00a0", ""]
    const variants = colors.map((color, index) => aVariantEntry({ variant_key: `V${index}`, color }))
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
    for (const [index, color] of colors.entries()) {
      assert.deepStrictEqual((yield* colorway(mine, { color })).variant_keys, [`V${index}`])
    }
    assert.isNull((yield* colorway(mine, { brand_key: "b1" })).brand)
    assert.isFalse((yield* colorway(mine, { product_key: "p1" })).productFound)
  }),
  "orders a colorway's variants by key, by code point": Effect.fnUntraced(function* ({ mine }) {
    const variants = ["\u{1f600}", "b", "\ue000", "B", "a-1", "a", "é"].map((variant_key) =>
      aVariantEntry({ variant_key }),
    )
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
    assert.deepStrictEqual((yield* colorway(mine)).variant_keys, [
      "B",
      "a",
      "a-1",
      "b",
      "é",
      "\ue000",
      "\u{1f600}",
    ])
  }),
  "takes variants across versions, each with the color of the newest version that lists it":
    Effect.fnUntraced(function* ({ mine }) {
      const version = (version: number, ...variants: ReadonlyArray<readonly [string, string]>) =>
        aProductEntry({
          version,
          variants: variants.map(([variant_key, color]) => aVariantEntry({ variant_key, color })),
        })
      yield* seedCatalog(mine, {
        brands,
        products: [
          version(3, ["A", "Red"]),
          version(1, ["A", "Black"], ["B", "Black"]),
          version(2, ["C", "Black"]),
        ],
      })
      assert.deepStrictEqual((yield* colorway(mine)).variant_keys, ["B", "C"])
      assert.deepStrictEqual((yield* colorway(mine, { color: "Red" })).variant_keys, ["A"])
    }),
  "merely does not find what could not be stored": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    for (const text of ["P1\0", "\0", "\ud800", "Black\0"]) {
      assert.isNull((yield* colorway(mine, { brand_key: text })).brand)
      assert.isFalse((yield* colorway(mine, { product_key: text })).productFound)
      assert.deepStrictEqual((yield* colorway(mine, { color: text })).variant_keys, [])
      assert.isUndefined(yield* search(mine, "x", 10, text))
      assert.deepStrictEqual(yield* search(mine, text), { items: [], total: 0 })
    }
  }),
  "lists every attribute key that a version or variant carries, by key, with its label": Effect.fnUntraced(
    function* ({ mine }) {
      const { attributeDefinitions } = yield* CatalogRepository
      assert.deepStrictEqual(yield* attributeDefinitions(mine), [])
      const variants = [aVariantEntry({ attributes: { b: 1, "\u{1f600}": 1, "\ue000": 1 } })]
      yield* seedCatalog(mine, {
        brands,
        products: [
          aProductEntry({ version: 1, attributes: { old: "x", a: null }, variants: [] }),
          aProductEntry({ version: 2, attributes: { a: "x", Z: "y" }, variants }),
        ],
        attributes: [
          anAttributeEntry({ attribute_key: "a", label: "Label A" }),
          anAttributeEntry({ attribute_key: "b", label: null }),
          anAttributeEntry({ attribute_key: "carried by none", label: "None" }),
        ],
      })
      assert.deepStrictEqual(yield* attributeDefinitions(mine), [
        { attribute_key: "Z", label: null },
        { attribute_key: "a", label: "Label A" },
        { attribute_key: "b", label: null },
        { attribute_key: "old", label: null },
        { attribute_key: "\ue000", label: null },
        { attribute_key: "\u{1f600}", label: null },
      ])
    },
  ),
  "sees nothing of another organization": Effect.fnUntraced(function* ({ mine, theirs }) {
    const seed = (color: string, attribute: string) => ({
      brands: [aBrand({ name: color })],
      products: [
        aProductEntry({
          variants: [aVariantEntry({ variant_key: color, color, attributes: { [attribute]: 1 } })],
        }),
      ],
      attributes: [anAttributeEntry({ attribute_key: "shared", label: color })],
    })
    yield* seedCatalog(theirs, seed("Black", "shared"))
    assert.deepStrictEqual(yield* colorway(mine), { brand: null, productFound: false, variant_keys: [] })
    assert.isUndefined(yield* search(mine, "Black"))
    const { attributeDefinitions } = yield* CatalogRepository
    assert.deepStrictEqual(yield* attributeDefinitions(mine), [])

    yield* seedCatalog(mine, seed("Red", "own"))
    assert.deepStrictEqual((yield* colorway(mine)).variant_keys, [])
    assert.strictEqual((yield* colorway(mine)).brand?.name, "Red")
    assert.deepStrictEqual(yield* foundKeys(mine, "boot"), ["Red"])
    assert.deepStrictEqual(yield* attributeDefinitions(mine), [{ attribute_key: "own", label: null }])
  }),
} satisfies Record<string, PromiseTest<Ports>>
