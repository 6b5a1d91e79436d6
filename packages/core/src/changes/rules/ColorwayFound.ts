import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { basisToken } from "../../prices/rules/basisToken.ts"
import { byPair, oncePerPair } from "../../prices/rules/pairs.ts"
import { recordInForce } from "../../prices/rules/priceInForce.ts"
import type { RecordsOf } from "../../prices/rules/standing.ts"
import type { ColorwayKey } from "../PriceChange.ts"
import { asPublished, isDraftOf, type OpenBatch } from "./asPublished.ts"
import type { PairFound } from "./pairBasis.ts"

/** A colorway, or some of its variants, as a change finds it. */
export interface ColorwayFound {
  readonly product_key: string
  readonly color: string
  /** By key. */
  readonly variant_keys: ReadonlyArray<string>
  /** Of every variant and price type that has any record in the lists that were read, or by which the batch was judged, by `pairOrder`. */
  readonly pairs: ReadonlyArray<PairFound>
}

/** One text for a colorway. */
export const colorwayName = ({ product_key, color }: ColorwayKey): string =>
  JSON.stringify([product_key, color])

const nothing: ReadonlySet<string> = new Set()

/** Finds the pair of a variant and price type in a list; an empty one where nothing was found. */
export const pairsOf = ({ pairs }: Pick<ColorwayFound, "pairs">) => {
  const found = byPair(pairs, (pair) => pair)
  return (variant_key: string, price_type: string, price_list: string): PairFound =>
    found.get(variant_key, price_type, price_list) ?? {
      variant_key,
      price_type,
      price_list,
      records: [],
      withdrawing: nothing,
      basis: null,
    }
}

/** Finds the records of a pair as if the batch were published. */
export const publishedIn = (
  found: Pick<ColorwayFound, "pairs">,
  batch: Omit<OpenBatch, "withdrawing">,
): RecordsOf => {
  const pairOf = pairsOf(found)
  return oncePerPair((...of) => {
    const { records, withdrawing } = pairOf(...of)
    return asPublished(records, { ...batch, withdrawing })
  })
}

/** The colorway with what was found of some lists alone. */
export const inLists = <Found extends ColorwayFound>(found: Found, lists: ReadonlyArray<string>): Found => ({
  ...found,
  pairs: found.pairs.filter(({ price_list }) => lists.includes(price_list)),
})

/** A colorway as if a batch that is to be replaced were discarded: its drafts are in no one's way. */
export const withoutDraftsOf = <Found extends ColorwayFound>(
  found: Found,
  batch_key: string | null,
): Found =>
  batch_key === null
    ? found
    : {
        ...found,
        pairs: found.pairs.map((pair) => ({
          ...pair,
          records: pair.records.filter((record) => !isDraftOf(record, batch_key)),
        })),
      }

/** The token of the colorway, of those of its records that count. */
export const tokenOf = (
  {
    variant_keys,
    pairs,
  }: {
    readonly variant_keys: ReadonlyArray<string>
    readonly pairs: ReadonlyArray<Pick<PairFound, "records">>
  },
  now: Instant,
  counts: (record: PriceRecord) => boolean = () => true,
): string =>
  basisToken(
    {
      variant_keys,
      inForce: pairs.flatMap(({ records }) => recordInForce(records, now) ?? []),
      future: pairs.flatMap(({ records }) =>
        records.filter(
          (record) => record.effective_at > now && record.withdrawn === undefined && counts(record),
        ),
      ),
    },
    now,
  )
