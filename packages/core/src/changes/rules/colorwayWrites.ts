import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { Pair } from "../../prices/rules/pairs.ts"
import type { PairBasis } from "./pairBasis.ts"
import type { JudgedColorway } from "./variantMoves.ts"

/** A draft that a batch is to hold. */
export interface NewDraft
  extends Pick<PriceRecord, "variant_key" | "price_type" | "price_list" | "amount" | "ending"> {
  readonly effective_from: string
  readonly effective_at: Instant
  /** Of a temporary price: when it is over. */
  readonly ends?: { readonly at: Instant; readonly until: string }
  /** Of a return: the temporary price that is over then, by its key, or as the draft that is written with it. */
  readonly returns_from?: string | NewDraft
  /** Of a price that is set again: the key of the one in whose place it stands. */
  readonly sets_again?: string
}

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
