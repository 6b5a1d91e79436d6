import { type Attributes, CatalogRepository, type ValueKind } from "@hangtag/core"
import { assert } from "chai"
import { aBrand, anAttributeEntry, aProductEntry, aVariantEntry } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { brand, brands, colorway, foundKeys, promises, search } from "./steps.ts"

export const colorwayPromises = promises({
  *"finds the brand with its fields"({ mine }) {
    const named = aBrand({ name: "Nørd & Söhne", time_zone: "Europe/Berlin" })
    yield* seedCatalog(mine, { brands: [named], products: [aProductEntry()] })
    assert.deepStrictEqual((yield* colorway(mine)).brand, named)
  },
  *"tells which part of a colorway names nothing"({ mine }) {
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
  },
  *"compares brand, product and color exactly"({ mine }) {
    const colors = ["Black", "black", "Black ", "Bl%ck", "\u00c9cru", "E\u0301cru", "Black\u00a0", ""]
    const variants = colors.map((color, index) => aVariantEntry({ variant_key: `V${index}`, color }))
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
    for (const [index, color] of colors.entries()) {
      assert.deepStrictEqual((yield* colorway(mine, { color })).variant_keys, [`V${index}`])
    }
    assert.isNull((yield* colorway(mine, { brand_key: "b1" })).brand)
    assert.isFalse((yield* colorway(mine, { product_key: "p1" })).productFound)
  },
  *"orders a colorway's variants by key, by code point"({ mine }) {
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
  },
  *"takes variants across versions, each with the color of the newest version that lists it"({ mine }) {
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
  },
  *"merely does not find what could not be stored"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry()] })
    for (const text of ["P1\0", "\0", "\ud800", "Black\0"]) {
      assert.isNull((yield* colorway(mine, { brand_key: text })).brand)
      assert.isFalse((yield* colorway(mine, { product_key: text })).productFound)
      assert.deepStrictEqual((yield* colorway(mine, { color: text })).variant_keys, [])
      assert.isUndefined(yield* search(mine, "x", 10, text))
      assert.deepStrictEqual(yield* search(mine, text), { items: [], total: 0 })
    }
  },
  *"lists every attribute key that a version or variant carries, by key, with its label"({ mine, theirs }) {
    const { attributeDefinitions, attributeUses } = yield* CatalogRepository
    yield* seedCatalog(theirs, {
      brands,
      products: [aProductEntry({ attributes: { theirs: "x" } })],
      attributes: [anAttributeEntry({ attribute_key: "Z", label: "theirs" })],
    })
    assert.deepStrictEqual(yield* attributeDefinitions(mine), [])
    assert.deepStrictEqual(yield* attributeUses(mine), [])
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
  *"tells what kinds of values an attribute has, and how many products have it in any version or variant"({
    mine,
  }) {
    const { attributeUses } = yield* CatalogRepository
    const product = (product_key: string, version: number, attributes: Attributes, inVariant: Attributes) =>
      aProductEntry({
        product_key,
        version,
        attributes,
        variants: [aVariantEntry({ variant_key: `${product_key}-V`, attributes: inVariant })],
      })
    const option = { key: "l", label: "Leather" }
    yield* seedCatalog(mine, {
      brands,
      products: [
        product("P1", 1, { material: option, size: { height: 6, unit: "in" }, date: "2026-12-01" }, {}),
        product(
          "P1",
          2,
          { material: { key: "s" }, size: { key: "k", more: 1 }, on: true },
          { material: option },
        ),
        product("P2", 1, { list: [1], n: 1.5, none: null, date: "2026-13-01" }, { material: "Suede", n: 2 }),
        product("P3", 1, {}, { on: false }),
      ],
      attributes: [anAttributeEntry({ attribute_key: "n", label: "Number" })],
    })
    const use = (attribute_key: string, products: number, ...kinds: ReadonlyArray<ValueKind>) => ({
      attribute_key,
      label: attribute_key === "n" ? "Number" : null,
      kinds,
      members: attribute_key === "size" ? ["height", "key", "more", "unit"] : [],
      products,
    })
    assert.deepStrictEqual(yield* attributeUses(mine), [
      use("date", 2, "date", "text"),
      use("list", 1, "list"),
      use("material", 2, "option", "text"),
      use("n", 1, "number"),
      use("none", 1),
      use("on", 2, "boolean"),
      use("size", 1, "record"),
    ])
    // a newer version of the variant no longer has it, an older one of the product still does
    yield* seedCatalog(mine, { brands, products: [product("P2", 2, {}, { material: option })] })
    const uses = yield* attributeUses(mine)
    assert.deepStrictEqual(uses.find(({ attribute_key }) => attribute_key === "material")?.kinds, ["option"])
    assert.strictEqual(uses.find(({ attribute_key }) => attribute_key === "list")?.products, 1)
  },
  *"sees nothing of another organization"({ mine, theirs }) {
    const seed = (color: string) => ({
      brands: [aBrand({ name: color })],
      products: [aProductEntry({ variants: [aVariantEntry({ variant_key: color, color })] })],
    })
    yield* seedCatalog(theirs, seed("Black"))
    assert.deepStrictEqual(yield* colorway(mine), { brand: null, productFound: false, variant_keys: [] })
    assert.isUndefined(yield* search(mine, "Black"))

    yield* seedCatalog(mine, seed("Red"))
    assert.deepStrictEqual((yield* colorway(mine)).variant_keys, [])
    assert.strictEqual((yield* colorway(mine)).brand?.name, "Red")
    assert.deepStrictEqual(yield* foundKeys(mine, "boot"), ["Red"])
  },
})
