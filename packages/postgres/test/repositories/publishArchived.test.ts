import { assert, describe, it } from "@effect/vitest"
import type {
  BatchChanges,
  CatalogWriter,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
  Transaction,
} from "@hangtag/core"
import {
  createPriceList,
  generatePriceChange,
  publishPriceBatch,
  revertPriceBatch,
  reviewPriceBatch,
  updatePriceList,
} from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import { Clock, Effect, type Layer } from "effect"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"

const at = (now: string) => Effect.provideService(Clock.Clock, standingClock(now).clock)

/** Of an organization of its own: A below `base`, and a batch with a price of A from December 20 on. */
const story = Effect.fnUntraced(function* (organization: string, until?: string) {
  const principal = aPrincipal({ organization })
  yield* updatePriceList(principal, { price_list: "base", currency: "EUR" })
  yield* createPriceList(principal, { price_list: "A", name: "A", currency: "EUR", parent: "base" })
  yield* seedCatalog(organization, {
    brands: [aBrand()],
    products: [aProductEntry({ variants: [aVariantEntry({ variant_key: "V" })] })],
    prices: ["base", "A"].map((price_list) => aPriceEntry({ variant_key: "V", amount: "100", price_list })),
  })
  const generate = (price_list: string, amount: string) =>
    generatePriceChange(principal, {
      brand_key: "B1",
      ...aPriceChangeRequest({
        colorways: [
          aColorwayChange({
            lines: [
              aChangeLine({
                price_list,
                amount,
                effective_from: "2026-12-20",
                ...(until !== undefined && { effective_until: until }),
              }),
            ],
          }),
        ],
      }),
    })
  const { batch_key } = yield* generate("A", "90")
  const archive = (archived: boolean, effective_from?: string) =>
    updatePriceList(principal, {
      price_list: "A",
      archived,
      ...(effective_from !== undefined && { effective_from }),
    })
  return { principal, batch_key: batch_key!, generate, archive }
})

type Ports =
  | BatchChanges
  | CatalogWriter
  | PriceChangeRepository
  | PriceHistory
  | PriceListRepository
  | Transaction

const suite = <E>(ports: Layer.Layer<Ports, E>) => {
  it.live("is not published, nothing of it is written, and it is once the list stands", () =>
    Effect.gen(function* () {
      for (const [organization, from] of [
        ["archived-now", undefined],
        ["archived-then", "2026-12-15"],
      ] as const) {
        const { principal, batch_key, archive, generate } = yield* story(organization)
        const ofBase = yield* generate("base", "80")
        const problemOf = (key: string) =>
          Effect.map(reviewPriceBatch(principal, { batch_key: key }), ({ problem }) => problem)
        assert.isNull(yield* problemOf(batch_key))
        yield* archive(true, from)
        const refused = yield* Effect.flip(publishPriceBatch(principal, { batch_key }))
        assert.strictEqual(refused._tag, "BatchUnsuitable")
        assert.strictEqual(
          refused.message,
          `Batch ${batch_key} has a price of price list A from 2026-12-20, and that list is archived then: take its prices out of the batch, or let the list stand`,
        )
        assert.strictEqual(yield* problemOf(batch_key), refused.message)
        // what base gets is no matter of A
        assert.isNull(yield* problemOf(ofBase.batch_key!))
        assert.strictEqual((yield* publishPriceBatch(principal, { batch_key: ofBase.batch_key! })).number, 1)
        yield* archive(false, from)
        const { number, records } = yield* publishPriceBatch(principal, { batch_key })
        assert.deepStrictEqual([number, records], [2, 1])
        // what is published is taken back, whatever has become of its list
        yield* archive(true, from)
        const back = yield* revertPriceBatch(principal, { batch_key })
        yield* publishPriceBatch(principal, { batch_key: back.batch_key! })
      }
    }).pipe(at("2026-11-27T12:00:00Z"), Effect.provide(ports)),
  )

  it.live("is published where it is archived later, also before a temporary price is over", () =>
    Effect.gen(function* () {
      const { principal, batch_key, archive } = yield* story("archived-later", "2026-12-28")
      yield* archive(true, "2026-12-24")
      yield* publishPriceBatch(principal, { batch_key })
    }).pipe(at("2026-11-27T12:00:00Z"), Effect.provide(ports)),
  )
}

describe("a batch with prices of a list that is archived then: memory", () => suite(memoryPorts))
describe(`a batch with prices of a list that is archived then: ${thoroughDatabase.name}`, () =>
  suite(portsOn(thoroughDatabase)))
