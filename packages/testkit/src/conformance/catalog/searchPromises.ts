import { decimalNumber, type VariantQuery } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aProductEntry, aVariantEntry } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { looksAtEachMember } from "../suite/eachMember.ts"
import { bare, brands, foundKeys, promises, search } from "./steps.ts"

export const searchPromises = promises({
  *"looks at each member of a question for variants"({ mine }) {
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants: bare("KEY-1", "KEY-2") })] })
    yield* looksAtEachMember<VariantQuery>()(
      ({ text = "key", limit }) =>
        Effect.map(search(mine, text, limit), (found) =>
          (found?.items ?? []).map(({ variant_key }) => variant_key),
        ),
      { text: ["2", ["KEY-2"]], limit: [1, ["KEY-1"]] },
    )
  },
  *"searches each of the six fields, whatever the case"({ mine }) {
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
  },
  *"folds the case of letters beyond ASCII"({ mine }) {
    const variants = [aVariantEntry({ variant_key: "V", color: "GRÜN ÉCRU Ж" })]
    yield* seedCatalog(mine, { brands, products: [aProductEntry({ variants })] })
    for (const text of ["grün", "écru", "ж", "Ü"]) assert.deepStrictEqual(yield* foundKeys(mine, text), ["V"])
  },
  *"orders what it finds: the exact key, keys that begin so, the rest, each by key"({ mine }) {
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
  *"takes the exact key and the beginning of a key whatever their case"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: [aProductEntry({ variants: bare("A-blk", "BLK-2", "blk-1", "BLK", "blk") })],
    })
    assert.deepStrictEqual(yield* foundKeys(mine, "bLk"), ["BLK", "blk", "BLK-2", "blk-1", "A-blk"])
  },
  *"takes %, _ and \\ as plain characters"({ mine }) {
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
  },
  *"gives the whole variant"({ mine }) {
    const attributes = {
      material: { key: "lthr", label: "Leather" },
      height: { value: decimalNumber("6.250")!, unit: "in" },
      weight: decimalNumber("12345678901234567890")!,
      tags: ["a", 2, decimalNumber("2.0")!, true, null, { key: "k" }],
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
  },
  *"searches one product only, and tells an unknown one from one without matches"({ mine }) {
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
})
