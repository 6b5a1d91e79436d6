import { assert, it } from "@effect/vitest"
import { ExportRepository, PriceListRepository, PriceRepository, PriceSchedule } from "@hangtag/core"
import { StaleAllowed, StaleReads } from "@hangtag/core/adapter"
import { createPriceList, listUpcomingPrices, preflightExport } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"

const principal = aPrincipal()
const prices = ["base", "EU"].map((price_list) => aPriceEntry({ price_list, effective_from: "2999-01-01" }))

/** Which reads may be stale. */
const notes = () => {
  const reads: Array<string> = []
  const noted = <A, E>(name: string, read: Effect.Effect<A, E>) =>
    Effect.flatMap(StaleReads, (stale) => {
      reads.push(`${name} ${stale?.allowed ?? "of now"}`)
      return read
    })
  return { reads, noted }
}

it.effect("what goes live may be stale in base alone: lists stand where they do now", () =>
  Effect.gen(function* () {
    yield* createPriceList(principal, { price_list: "EU", name: "EU", currency: "EUR" })
    yield* seedCatalog(principal.organization, {
      brands: [aBrand()],
      products: [aProductEntry({ variants: [aVariantEntry()] })],
      prices,
    })
    const [schedule, repository] = [yield* PriceSchedule, yield* PriceRepository]
    const asked = (price_list: string) =>
      Effect.gen(function* () {
        const { reads, noted } = notes()
        const { items } = yield* listUpcomingPrices(principal, { brand_key: "B1", price_list }).pipe(
          Effect.provideService(PriceSchedule, {
            ...schedule,
            timeZone: (...of) => noted("zone", schedule.timeZone(...of)),
            moments: (...of) => noted("moments", schedule.moments(...of)),
          }),
          Effect.provideService(PriceRepository, {
            pricesAround: (...of) => noted("prices", repository.pricesAround(...of)),
          }),
          Effect.provideService(StaleAllowed, { allowed: "bounded", note: () => {} }),
        )
        assert.lengthOf(items, 1)
        return reads
      })
    assert.deepStrictEqual(yield* asked("base"), ["zone bounded", "moments bounded"])
    assert.deepStrictEqual(yield* asked("EU"), ["zone of now", "moments of now", "prices of now"])
  }).pipe(Effect.provide(layerTest())),
)

it.effect("what an export would be is stale as a whole, or, where it names a price list, not at all", () =>
  Effect.gen(function* () {
    yield* createPriceList(principal, { price_list: "EU", name: "EU", currency: "EUR" })
    yield* seedCatalog(principal.organization, {
      brands: [aBrand()],
      products: [aProductEntry({ variants: [aVariantEntry()] })],
    })
    const [exports, lists] = [yield* ExportRepository, yield* PriceListRepository]
    const asked = (price_list: string | undefined) =>
      Effect.gen(function* () {
        const { reads, noted } = notes()
        const column = {
          column_name: "MAP",
          source_field: "price",
          sub_field: "MAP",
          ...(price_list && { price_list }),
        }
        yield* preflightExport(principal, { product_keys: [], column_mappings: [column] }).pipe(
          Effect.provideService(ExportRepository, {
            ...exports,
            atOnce: (...of) => noted("products", exports.atOnce(...of)),
          }),
          Effect.provideService(PriceListRepository, {
            ...lists,
            all: (...of) => noted("lists", lists.all(...of)),
          }),
          Effect.provideService(StaleAllowed, { allowed: "bounded", note: () => {} }),
        )
        return reads
      })
    assert.deepStrictEqual(yield* asked(undefined), ["products bounded"])
    assert.deepStrictEqual(yield* asked("EU"), ["lists of now", "products of now"])
  }).pipe(Effect.provide(layerTest())),
)
