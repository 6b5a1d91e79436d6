import {
  compareText,
  isWithdrawn,
  type PriceRecord,
  PriceRepository,
  priceInForce,
  priceOrder,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf } from "./MemoryState.ts"

/** The price in force of every type of one variant. */
export const inForceByType = (
  state: OrganizationState,
  variantKey: string,
  at: number,
): ReadonlyArray<PriceRecord> =>
  [...Map.groupBy(state.prices.get(variantKey) ?? [], (record) => record.price_type)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, records]) => priceInForce(records, at) ?? [])

const futureOf = (state: OrganizationState, variantKey: string, at: number): ReadonlyArray<PriceRecord> =>
  (state.prices.get(variantKey) ?? [])
    .filter((record) => record.effective_at > at && !isWithdrawn(record, at))
    .sort((a, b) => compareText(a.price_type, b.price_type) || priceOrder(a, b))

/** The record as those read it who do not ask since when it was known. */
const plain = ({ known_at: _, publication: __, rezoned: ___, ...record }: PriceRecord): PriceRecord => record

/** Prices around a moment, by the rules themselves. */
export const memoryPriceRepository: Layer.Layer<PriceRepository, never, MemoryCatalog> = Layer.effect(
  PriceRepository,
  Effect.map(MemoryCatalog, ({ read }) =>
    PriceRepository.of({
      pricesAround: (organization, variantKeys, at, most = Number.POSITIVE_INFINITY) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const keys = [...new Set(variantKeys)].sort(compareText)
          const inForce = keys.flatMap((key) => inForceByType(own, key, at)).slice(0, most + 1)
          const future = keys.flatMap((key) => futureOf(own, key, at)).slice(0, most + 1 - inForce.length)
          return { inForce: inForce.map(plain), future: future.map(plain) }
        }),
    }),
  ),
)
