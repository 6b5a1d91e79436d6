import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText, textOrNull } from "../../kernel/Instant.ts"
import { asAnswered, type Ending, type PriceRecord } from "../PriceRecord.ts"
import type { PriceCandidate } from "../PriceTimeline.ts"
import { isGone, isWithdrawn, lastBegun, overAt, priceInForce, priceOrder } from "./priceInForce.ts"

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
  const { withdrawn, effective_at, ends, taken_back, returns_from: sale } = record
  const because = (verdict: PriceCandidate["verdict"], reason: string) => ({ verdict, reason })
  if (isWithdrawn(record, at))
    return because("withdrawn", `withdrawn at ${instantToExactText(withdrawn!.at)} by ${withdrawn!.by}`)
  if (record.status === "draft") return because("draft", "a draft is never in force")
  const begins = instantToExactText(effective_at)
  if (effective_at > at) return because("not_begun", `begins later, at ${begins}`)
  if (isGone(record, at))
    return because(
      "over",
      ends?.at === overAt(record)
        ? `a temporary price, over at ${instantToExactText(ends!.at)}`
        : `its batch was taken back${byBatch(taken_back!.by)} at ${instantToExactText(taken_back!.at)}`,
    )
  if (record === last) {
    const since = `began last, at ${begins}`
    return because(
      record.ending === undefined ? "in_force" : "ending",
      sale === undefined ? since : `${since}, when the temporary price ${sale} was over`,
    )
  }
  return because(
    "replaced",
    last?.effective_at === effective_at
      ? `${last.record_key} begins at the same instant and came later`
      : `${last?.record_key} began after it`,
  )
}

/** The result in a sentence. */
const sentenceOf = (records: ReadonlyArray<PriceRecord>, at: Instant, priceList: string): string => {
  const last = lastBegun(records, at)
  const none = `No price ${priceList === basePriceList ? "" : `of ${priceList} itself `}is in force`
  if (last === undefined)
    return `${none}: ${records.length === 0 ? "there is no record" : "no active record has begun"}`
  const { amount, ending, effective_at } = last
  const latest = `the one that began last, ${amount ?? "an ending"},`
  if (isWithdrawn(last, at)) return `${none}: ${latest} was withdrawn, and no older one comes back`
  if (isGone(last, at)) return `${none}: ${latest} is over, and there was none to return to`
  const begins = instantToExactText(effective_at)
  if (ending !== undefined) return `${none}: the list's own ended at ${begins}, ${afterEnding[ending]}`
  const others = records.length === 1 ? "one record" : `${records.length} records`
  return `${amount} is in force: of ${others} it is the active one that began last, at ${begins}`
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
  const last = lastBegun(records, at)
  const candidates = records
    .toSorted((a, b) => priceOrder(b, a))
    .map((record): PriceCandidate => {
      const { record_key, effective_from, status, batch_key, publication = null } = record
      const known_at = status === "draft" ? null : textOrNull(record.known_at, instantToExactText)
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
  return {
    in_force: priceInForce(records, at)?.record_key ?? null,
    sentence: sentenceOf(records, at, priceList),
    candidates,
  }
}
