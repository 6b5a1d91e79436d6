import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"

/** A draft that a batch is to hold. */
export interface NewDraft extends Pick<PriceRecord, "amount" | "ending"> {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly effective_from: string
  readonly effective_at: Instant
  /** Of a temporary price: when it is over. */
  readonly ends?: { readonly at: Instant; readonly until: string }
  /** Of a return: the temporary price that is over then, by its key, or as the draft that is written with it. */
  readonly returns_from?: string | NewDraft
}
