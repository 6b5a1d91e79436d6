import { assert, it } from "@effect/vitest"
import { createPriceList, previewColorway } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { at } from "../support/shop.ts"

const principal = aPrincipal()

const asked = (more: object, caller = principal) =>
  previewColorway(caller, { brand_key: "B1", product_key: "P1", color: "Black", ...more })

const seeded = Effect.gen(function* () {
  yield* createPriceList(principal, { price_list: "EU", name: "EU", currency: "EUR" })
  yield* seedCatalog(principal.organization, {
    brands: [aBrand()],
    products: [aProductEntry({ variants: [aVariantEntry({ variant_key: "A" })] })],
    prices: [
      aPriceEntry({ variant_key: "A", amount: "100" }),
      aPriceEntry({ variant_key: "A", amount: "120", price_list: "EU" }),
      aPriceEntry({ variant_key: "A", amount: "130", price_list: "EU", effective_from: "2027-01-01" }),
    ],
  })
})

const test = <E>(name: string, work: Effect.Effect<void, E, Layered>) =>
  it.effect(name, () =>
    Effect.andThen(seeded, work).pipe(at("2026-11-01T00:00:00Z"), Effect.provide(layerTest())),
  )
type Layered = Effect.Services<ReturnType<typeof asked>>

test(
  "a preview without lines is about the price list that is named, and has the basis of one with lines of it",
  Effect.gen(function* () {
    const { incumbents, future_records, basis } = yield* asked({ price_list: "EU" })
    assert.deepStrictEqual(
      incumbents.map(({ amount, price_list }) => [amount, price_list]),
      [["120", "EU"]],
    )
    assert.deepStrictEqual(
      future_records.map(({ amount, price_list }) => [amount, price_list]),
      [["130", "EU"]],
    )
    const ofLine = yield* asked({ lines: [aChangeLine({ price_list: "EU" })] })
    assert.strictEqual(ofLine.basis, basis)
    const ofBase = yield* asked({})
    assert.deepStrictEqual(
      ofBase.incumbents.map(({ amount, price_list }) => [amount, price_list]),
      [["100", undefined]],
    )
  }),
)

test(
  "a line that names no price list is of the one that is named beside the lines",
  Effect.gen(function* () {
    const { price_list: _, ...line } = aChangeLine({ amount: "125", effective_from: "2026-12-01" })
    const { lines } = yield* asked({ price_list: "EU", lines: [line, { ...line, price_list: "base" }] })
    assert.deepStrictEqual(
      lines.map(({ price_list, variants }) => [price_list, variants[0]?.previous]),
      [
        ["EU", "120"],
        [undefined, "100"],
      ],
    )
  }),
)

test(
  "a price list that there is not, or that the caller is not bound to, is refused where it was named",
  Effect.gen(function* () {
    const bound = { ...principal, priceLists: new Set(["EU"]) }
    for (const refused of [
      asked({ price_list: "UK" }),
      asked({ price_list: "base" }, bound),
      asked({}, bound),
    ]) {
      const error = yield* Effect.flip(refused)
      assert.strictEqual(error._tag, "InvalidRequest")
      assert.deepStrictEqual(error._tag === "InvalidRequest" && error.fields.map(({ loc }) => loc), [
        ["price_list"],
      ])
    }
    assert.lengthOf((yield* asked({ price_list: "EU" }, bound)).incumbents, 1)
  }),
)
