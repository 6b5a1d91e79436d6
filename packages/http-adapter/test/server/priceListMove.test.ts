import { assert, it } from "@effect/vitest"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry, seedCatalog } from "@hangtag/testkit"
import { Effect } from "effect"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { patch, post } from "../support/requests.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const lists = "/api/pricing/price-lists"

const price = (variant_key: string, amount: string, price_list: string) =>
  aPriceEntry({ variant_key, amount, price_list, effective_from: "2026-01-01" })

it.effect("the preview of a list's move says what changes, and in which lists below", () =>
  Effect.gen(function* () {
    yield* ask(patch(`${lists}/base`, { currency: "EUR" }))
    for (const [price_list, parent] of [
      ["EU", "base"],
      ["DE", "EU"],
      ["AT", "DE"],
    ])
      yield* ask(post(lists, { price_list, name: price_list, currency: "EUR", parent }))
    yield* seedCatalog(own, {
      brands: [aBrand()],
      products: [aProductEntry({ variants: ["A", "B"].map((key) => aVariantEntry({ variant_key: key })) })],
      prices: [
        ...["A", "B"].flatMap((key) => [price(key, "100", "base"), price(key, "90.50", "EU")]),
        price("B", "85", "DE"),
      ],
    })
    const place = { parent: null, effective_from: "2999-01-01T00:00:00Z" }
    const { status, json } = yield* ask(post(`${lists}/EU/preview`, { ...place, archived: true }))
    assert.strictEqual(status, 200)
    const { list, ...move } = json as Record<string, unknown>
    assert.deepInclude(list, { price_list: "EU" })
    assert.deepStrictEqual(move, {
      at: "2999-01-01T00:00:00.000Z",
      shown_in: [
        { price_list: "AT", variants: 1 },
        { price_list: "DE", variants: 1 },
      ],
      overridden_in: [
        { price_list: "AT", variants: 1 },
        { price_list: "DE", variants: 1 },
      ],
      variants: 2,
      colorways: 1,
      items: [
        {
          brand_key: "B1",
          product_key: "P1",
          color: "Black",
          price_type: "MAP",
          variants: 2,
          before: { least_amount: 90.5, greatest_amount: 90.5 },
          after: null,
        },
      ],
      compared: 2,
      is_whole: true,
    })
  }).pipe(Effect.provide(onWallClock(testServer()))),
)
