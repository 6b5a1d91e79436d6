import { assert, it } from "@effect/vitest"
import { InvalidRequest } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { aNewPriceBatch, aPrincipal, layerTest } from "@hangtag/testkit"
import * as Effect from "effect/Effect"

it.effect("a price list has a key that a URL can name and any store can keep", () =>
  Effect.gen(function* () {
    const { createPriceList, getPriceList } = yield* Hangtag
    const create = (price_list: string) =>
      createPriceList(aPrincipal(), { price_list, name: "A list", currency: "EUR" })
    for (const key of [".", "..", "S\ud800", "\udc00", "a\0"]) {
      const error = yield* Effect.flip(create(key))
      assert.instanceOf(error, InvalidRequest)
      assert.deepStrictEqual((error as InvalidRequest).fields[0]?.loc, ["price_list"])
    }
    for (const price_list of ["...", ".a", "a/b", "a b", " ", "😀"]) {
      yield* create(price_list)
      assert.strictEqual((yield* getPriceList(aPrincipal(), { price_list })).price_list, price_list)
    }
  }).pipe(Effect.provide(layerTest())),
)

it.effect("a batch has a key that a URL can name", () =>
  Effect.gen(function* () {
    const { createPriceBatch } = yield* Hangtag
    const create = (key: string) => createPriceBatch(aPrincipal(), aNewPriceBatch({ key }))
    for (const key of ["a/b", "/", "a/", ".", ".."]) {
      const error = yield* Effect.flip(create(key))
      assert.instanceOf(error, InvalidRequest)
      assert.deepStrictEqual((error as InvalidRequest).fields[0]?.loc, ["key"])
      assert.include(error.message, "use one without a slash")
    }
    for (const key of ["...", ".a", "a%2Fb", "a\\b", "a b", "?#", " "])
      assert.strictEqual((yield* create(key)).key, key)
  }).pipe(Effect.provide(layerTest())),
)
