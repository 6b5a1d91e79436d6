import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { Pair } from "../../prices/rules/pairs.ts"
import type { NewDraft } from "./NewDraft.ts"
import type { PairBasis } from "./pairBasis.ts"
import type { JudgedColorway } from "./variantMoves.ts"

type RecordNamed = Pick<PriceRecord, "record_key"> & Pair

/**
 * What becomes of a colorway; `replaced` are drafts of the batch that it no longer holds, `released` records that it no
 * longer withdraws.
 */
export interface ColorwayWrites {
  readonly drafts: ReadonlyArray<NewDraft>
  readonly withdrawals: ReadonlyArray<RecordNamed>
  readonly released: ReadonlyArray<RecordNamed>
  readonly replaced: ReadonlyArray<RecordNamed>
  /** In the place of what the batch was judged by for these pairs until now. */
  readonly bases: ReadonlyArray<PairBasis>
  /** In the place of what the batch was judged for in these colorways, price types and lists; left out: stays as it is. */
  readonly judged?: ReadonlyArray<JudgedColorway>
  /** Pairs that the batch is judged by no more, since it holds nothing of them; left out: none. */
  readonly dropped?: ReadonlyArray<Pair>
  /** Prices of the batch that it takes back and that have begun: they are over with its publication; left out: none. */
  readonly ended?: ReadonlyArray<RecordNamed>
}

/** Nothing is written. */
export const noWrites: ColorwayWrites = { drafts: [], withdrawals: [], released: [], replaced: [], bases: [] }

/** What several come to. */
export const writesTogether = (all: ReadonlyArray<ColorwayWrites>): Required<ColorwayWrites> => ({
  drafts: all.flatMap(({ drafts }) => drafts),
  withdrawals: all.flatMap(({ withdrawals }) => withdrawals),
  released: all.flatMap(({ released }) => released),
  replaced: all.flatMap(({ replaced }) => replaced),
  bases: all.flatMap(({ bases }) => bases),
  judged: all.flatMap(({ judged = [] }) => judged),
  dropped: all.flatMap(({ dropped = [] }) => dropped),
  ended: all.flatMap(({ ended = [] }) => ended),
})
