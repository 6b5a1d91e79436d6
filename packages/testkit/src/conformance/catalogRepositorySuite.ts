import { CatalogRepository, type CatalogWriter } from "@hangtag/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { assert } from "vitest"
import { aBrand, anAttributeEntry, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { seedCatalog } from "../seed/seedCatalog.ts"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

type Ports = CatalogRepository | CatalogWriter

const brand = aBrand()
const brands = [brand]

const colorway = Effect.fnUntraced(function* (
  organization: string,
  query: { brand_key?: string; product_key?: string; color?: string } = {},
) {
  const { findColorway } = yield* CatalogRepository
  return yield* findColorway(organization, { brand_key: "B1", product_key: "P1", color: "Black", ...query })
})

const search = Effect.fnUntraced(function* (organization: string, text: string, limit = 100, product = "P1") {
  const { searchVariants } = yield* CatalogRepository
  const found = yield* searchVariants(organization, product, { text, limit })
  return Option.getOrElse(found, () => undefined)
})

const foundKeys = (organization: string, text: string) =>
  Effect.map(search(organization, text), (found) => found?.items.map((variant) => variant.variant_key))

/** Variants whose only text is their key. */
const bare = (...keys: ReadonlyArray<string>) =>
  keys.map((variant_key) =>
    aVariantEntry({ variant_key, name: "", color: "", size: "", width: "", vendor_color_code: "" }),
  )

const promises = {
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
  "searches each of the six fields, whatever the case": Effect.fnUntraced(function* ({ mine }) {
    const plain = bare("KEY-1", "KEY-2", "KEY-3", "KEY-4", "KEY-5", "Needle-KEY")
    const variants = [
      { ...plain[0]!, name: "a NEEDLE in hay" },
      { ...plain[1]!, color: "needle" },
      { ...plain[2]!, size: "xneedlex" },
      { ...plain[3]!, width: "NeedlE" },
      { ...plain[4]!, vendor_color_code: "00needle" },
      plain[5]!,
      aVariantEntry({ variant_key: "OTHER", attributes: { material: "needle" } }),
    ]
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
    for (const text of ["needle", "NEEDLE", "nEEdle"]) {
      assert.deepStrictEqual(yield* foundKeys(mine, text), [
        "Needle-KEY",
        "KEY-1",
        "KEY-2",
        "KEY-3",
        "KEY-4",
        "KEY-5",
      ])
    }
  }),
  "folds the case of letters beyond ASCII": Effect.fnUntraced(function* ({ mine }) {
    const variants = [aVariantEntry({ variant_key: "V", color: "GRÜN ÉCRU Ж" })]
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
    for (const text of ["grün", "écru", "ж", "Ü"]) assert.deepStrictEqual(yield* foundKeys(mine, text), ["V"])
  }),
  "orders what it finds: the exact key, keys that begin so, the rest, each by key": Effect.fnUntraced(
    function* ({ mine }) {
      const variants = bare("a-100", "100-z", "z100", "b-100", "100", "100-A", "1000")
      yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
      const inOrder = ["100", "100-A", "100-z", "1000", "a-100", "b-100", "z100"]
      assert.deepStrictEqual(yield* foundKeys(mine, "100"), inOrder)
      for (let limit = 1; limit <= inOrder.length; limit++) {
        const found = yield* search(mine, "100", limit)
        assert.deepStrictEqual(
          found?.items.map((each) => each.variant_key),
          inOrder.slice(0, limit),
        )
        assert.strictEqual(found?.total, inOrder.length)
      }
    },
  ),
  "takes the exact key and the beginning of a key whatever their case": Effect.fnUntraced(function* ({
    mine,
  }) {
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry({ variants: bare("A-blk", "BLK-2", "blk-1", "BLK", "blk") })],
    })
    assert.deepStrictEqual(yield* foundKeys(mine, "bLk"), ["BLK", "blk", "BLK-2", "blk-1", "A-blk"])
  }),
  "takes %, _ and \\ as plain characters": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry({ variants: bare("50%", "50_", "50\\", "50a", "5*0", "[5]", "5.0", "'") })],
    })
    for (const [text, key] of [
      ["%", "50%"],
      ["_", "50_"],
      ["\\", "50\\"],
      ["0\\", "50\\"],
      ["*", "5*0"],
      ["[5]", "[5]"],
      [".", "5.0"],
      ["'", "'"],
    ]) {
      assert.deepStrictEqual(yield* foundKeys(mine, text!), [key])
    }
  }),
  "gives the whole variant": Effect.fnUntraced(function* ({ mine }) {
    const attributes = {
      material: { key: "lthr", label: "Leather" },
      height: { value: 6.25, unit: "in" },
      tags: ["a", 2, true, null, { key: "k" }],
      empty: null,
      waterproof: false,
      constructor: "x",
    }
    const variant = aVariantEntry({ variant_key: "V", attributes })
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants: [variant] })] })
    assert.deepStrictEqual(yield* search(mine, "V"), {
      items: [{ ...variant, product_key: "P1" }],
      total: 1,
    })
  }),
  "searches one product only, and tells an unknown one from one without matches": Effect.fnUntraced(
    function* ({ mine }) {
      const product = (product_key: string, ...keys: ReadonlyArray<string>) =>
        aProductEntry({ product_key, variants: bare(...keys) })
      yield* seedCatalog(mine, {
        brands,
        products: [product("P1", "V1"), product("P2", "V2"), product("P3")],
      })
      assert.deepStrictEqual(yield* foundKeys(mine, "v"), ["V1"])
      assert.deepStrictEqual(yield* search(mine, "nothing"), { items: [], total: 0 })
      assert.deepStrictEqual(yield* search(mine, "v", 10, "P3"), { items: [], total: 0 })
      assert.isUndefined(yield* search(mine, "v", 10, "P4"))
    },
  ),
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

/** Puts a `CatalogRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const catalogRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof promises> = {},
): void => portSuite(name, layer, promises, options)
