import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import { asAnswered, type Ending, type PriceRecord } from "../PriceRecord.ts"
import type { PriceCandidate } from "../PriceTimeline.ts"
import {
  isGone,
  isWithdrawn,
  lastBegun,
  overAt,
  priceInForce,
  priceOrder,
  recordInForce,
} from "./priceInForce.ts"

const afterEnding: Readonly<Record<Ending, string>> = {
  fall_back: "and the list shows what the one above it shows",
  not_offered: "and the variant is not offered from then on",
}

/** By which batch; empty where that is not shown. */
const byBatch = (key: string): string => (key === "" ? "" : ` by ${key}`)

const verdictOf = (
  record: PriceRecord,
  last: PriceRecord | undefined,
  at: Instant,
): Pick<PriceCandidate, "verdict" | "reason"> => {
  const { withdrawn, effective_at } = record
  if (isWithdrawn(record, at))
    return {
      verdict: "withdrawn",
      reason: `withdrawn at ${instantToExactText(withdrawn!.at)} by ${withdrawn!.by}`,
    }
  if (record.status === "draft") return { verdict: "draft", reason: "a draft is never in force" }
  if (effective_at > at)
    return { verdict: "not_begun", reason: `begins later, at ${instantToExactText(effective_at)}` }
  if (isGone(record, at))
    return {
      verdict: "over",
      reason:
        record.ends?.at === overAt(record)
          ? `a temporary price, over at ${instantToExactText(record.ends!.at)}`
          : `its batch was taken back${byBatch(record.taken_back!.by)} at ${instantToExactText(record.taken_back!.at)}`,
    }
  if (record === last) {
    const since = `began last, at ${instantToExactText(effective_at)}`
    const sale = record.returns_from
    return {
      verdict: record.ending === undefined ? "in_force" : "ending",
      reason: sale === undefined ? since : `${since}, when the temporary price ${sale} was over`,
    }
  }
  if (last !== undefined && last.effective_at === effective_at)
    return { verdict: "replaced", reason: `${last.record_key} begins at the same instant and came later` }
  return { verdict: "replaced", reason: `${last?.record_key} began after it` }
}

/**
 * Why `priceInForce` gives what it gives at an instant, among all records of one variant and price type: each of them,
 * in the order in which the rule looks at them, from the greatest in `priceOrder` on, and the result in a sentence. A list
 * other than `base` may show a price from above where it has none of its own.
 */
export const explainPrice = (
  records: ReadonlyArray<PriceRecord>,
  at: Instant,
  priceList: string = basePriceList,
): {
  readonly in_force: string | null
  readonly sentence: string
  readonly candidates: Array<PriceCandidate>
} => {
  const winner = priceInForce(records, at)
  const last = lastBegun(records, at)
  const candidates = records
    .toSorted((a, b) => priceOrder(b, a))
    .map((record): PriceCandidate => {
      const { record_key, effective_from, status, batch_key, publication = null } = record
      const known_at =
        status === "draft" || record.known_at === undefined ? null : instantToExactText(record.known_at)
      return {
        record_key,
        ...asAnswered(record),
        effective_from,
        status,
        batch_key,
        known_at,
        publication,
        ...verdictOf(record, last, at),
      }
    })
  const others = candidates.length - 1
  const name = last?.amount ?? "an ending"
  const ending = recordInForce(records, at)
  const none = `No price ${priceList === basePriceList ? "" : `of ${priceList} itself `}is in force`
  const sentence =
    winner !== undefined
      ? `${winner.amount} is in force: of ${others === 0 ? "one record" : `${candidates.length} records`} it is the active one that began last, at ${instantToExactText(winner.effective_at)}`
      : ending !== undefined
        ? `${none}: the list's own ended at ${instantToExactText(ending.effective_at)}, ${afterEnding[ending.ending!]}`
        : last !== undefined
          ? isWithdrawn(last, at)
            ? `${none}: the one that began last, ${name}, was withdrawn, and no older one comes back`
            : `${none}: the one that began last, ${name}, is over, and there was none to return to`
          : candidates.length === 0
            ? `${none}: there is no record`
            : `${none}: no active record has begun`
  return { in_force: winner?.record_key ?? null, sentence, candidates }
}
