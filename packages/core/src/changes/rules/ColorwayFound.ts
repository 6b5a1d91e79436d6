import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { basisToken } from "../../prices/rules/basisToken.ts"
import { priceInForce } from "../../prices/rules/priceInForce.ts"
import type { PairFound } from "./pairBasis.ts"

/** A colorway, or some of its variants, as a change finds it. */
export interface ColorwayFound {
  readonly product_key: string
  readonly color: string
  /** By key. */
  readonly variant_keys: ReadonlyArray<string>
  /** Of every variant and price type that has any record, by both. */
  readonly pairs: ReadonlyArray<PairFound>
  /** Those of the variants that are retired, and since when; not there: none is. */
  readonly gone?: ReadonlyMap<string, Instant>
}

const nothing: ReadonlySet<string> = new Set()

/** Finds the pair of a variant and price type; an empty one where nothing was found. */
export const pairsOf = ({ pairs }: Pick<ColorwayFound, "pairs">) => {
  const found = new Map<string, Map<string, PairFound>>()
  for (const pair of pairs) {
    const types = found.get(pair.variant_key)
    if (types === undefined) found.set(pair.variant_key, new Map([[pair.price_type, pair]]))
    else types.set(pair.price_type, pair)
  }
  return (variant_key: string, price_type: string): PairFound =>
    found.get(variant_key)?.get(price_type) ?? {
      variant_key,
      price_type,
      records: [],
      withdrawing: nothing,
      basis: null,
    }
}

/** The token of the colorway, of those of its records that count. */
export const tokenOf = (
  { variant_keys, pairs }: ColorwayFound,
  now: Instant,
  counts: (record: PriceRecord) => boolean = () => true,
): string =>
  basisToken({
    variant_keys,
    inForce: pairs.flatMap(({ records }) => priceInForce(records, now) ?? []),
    future: pairs.flatMap(({ records }) =>
      records.filter(
        (record) => record.effective_at > now && record.withdrawn === undefined && counts(record),
      ),
    ),
  })
