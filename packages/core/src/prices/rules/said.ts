import { sameAmount } from "../../kernel/Amount.ts"
import type { PriceRecord } from "../PriceRecord.ts"

/** What a record says of a price: what it is, or that the list has none. */
export type Said = Pick<PriceRecord, "amount" | "ending">

/** Of a list without a price of its own. */
export const fallsBack: Said = { amount: null, ending: "fall_back" }

/** A record, or a line, as it says it, and nothing else of it. */
export const said = ({ amount, ending }: Said): Said => ({ amount, ...(ending !== undefined && { ending }) })

/** Whether two records say the same; none at all says what an ending does from which on a list falls back. */
export const saysSame = (a: Said = fallsBack, b: Said = fallsBack): boolean =>
  a.amount !== null && b.amount !== null
    ? sameAmount(a.amount, b.amount)
    : a.amount === b.amount && a.ending === b.ending
