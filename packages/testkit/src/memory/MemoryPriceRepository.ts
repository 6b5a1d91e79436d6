import {
  asKnown,
  basePriceList,
  compareText,
  isPrice,
  isWithdrawn,
  type Price,
  type PriceRecord,
  PriceRepository,
  recordInForce,
} from "@hangtag/core"
import { listsEverAbove, pairOrder, priceOrderByPair, pricesByPair } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf } from "./MemoryState.ts"

/** The prices of a variant in some lists. */
const listedIn = (
  state: OrganizationState,
  variantKey: string,
  priceLists: ReadonlyArray<string>,
): ReadonlyArray<PriceRecord> =>
  (state.prices.get(variantKey) ?? []).filter(({ price_list }) => priceLists.includes(price_list))

/** The record in force of every type of one variant, in each of the lists, `base` unless given. */
export const inForceByType = (
  state: OrganizationState,
  variantKey: string,
  at: number,
  priceLists: ReadonlyArray<string> = [basePriceList],
  knownAt: number | null = null,
): ReadonlyArray<PriceRecord> => {
  const found = pricesByPair(listedIn(state, variantKey, priceLists))
  const inForce =
    knownAt === null
      ? found.inForce(at)
      : found.pairs.flatMap((pair) => recordInForce(asKnown(pair, knownAt), at) ?? [])
  return inForce.toSorted(pairOrder)
}

/** Those of them that are prices. */
export const pricesInForce = (...asked: Parameters<typeof inForceByType>): ReadonlyArray<Price> =>
  inForceByType(...asked).filter(isPrice)

const futureOf = (
  state: OrganizationState,
  variantKey: string,
  at: number,
  priceLists: ReadonlyArray<string>,
) =>
  listedIn(state, variantKey, priceLists)
    .filter((record) => record.effective_at > at && !isWithdrawn(record, at))
    .sort(priceOrderByPair)

/** The record as those read it who do not ask since when it was known. */
const plain = ({ known_at: _, publication: __, rezoned: ___, ...record }: PriceRecord): PriceRecord => record

/** Prices around a moment, by the rules themselves. */
export const memoryPriceRepository: Layer.Layer<PriceRepository, never, MemoryCatalog> = Layer.effect(
  PriceRepository,
  Effect.map(MemoryCatalog, ({ read }) =>
    PriceRepository.of({
      pricesAround: (
        organization,
        variantKeys,
        at,
        most = Number.POSITIVE_INFINITY,
        priceLists = [basePriceList],
        only,
      ) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const keys = [...new Set(variantKeys)].sort(compareText)
          const lists =
            only === undefined
              ? priceLists
              : [...new Set(priceLists.flatMap((key) => [...listsEverAbove(own.priceLists, key)]))]
          const inForce = keys
            .flatMap((key) => inForceByType(own, key, at, lists, only?.knownAt))
            .slice(0, most + 1)
          const future = (only === undefined ? keys : [])
            .flatMap((key) => futureOf(own, key, at, priceLists))
            .slice(0, most + 1 - inForce.length)
          return {
            inForce: inForce.map(plain),
            future: future.map(plain),
            ...(only && { lists: lists.flatMap((key) => own.priceLists.get(key) ?? []) }),
          }
        }),
    }),
  ),
)
