import type { Instant } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { PriceWarning } from "../contract/PriceWarning.ts"
import { asPublished, isDraftOf } from "./asPublished.ts"
import type { ColorwayFound } from "./changeColorway.ts"
import { lineStatus, wholeStatus } from "./diffLines.ts"
import type { TimedLine } from "./futureRecords.ts"
import type { GuardRails } from "./guardRails.ts"
import { type IsTime, pairWork } from "./isTime.ts"
import type { VariantJudgement } from "./judgeLines.ts"
import { priceOrder } from "./priceOrder.ts"
import { pricesInTime } from "./pricesInTime.ts"
import { lineWork, priceWarnings } from "./priceWarnings.ts"

/**
 * The warnings of what a batch holds of a colorway, as `priceWarnings` of lines that would have written it: `line` counts
 * its different prices, the first so many. Drafts that end temporary prices were there before, and break nothing.
 */
export function* draftWarnings(
  found: ColorwayFound,
  batchKey: string,
  rails: GuardRails,
  { most, isTime }: { readonly most: number; readonly isTime: IsTime },
): Generator<void, Array<PriceWarning>> {
  const isOwn = (record: PriceRecord) => isDraftOf(record, batchKey)
  const suggested = new Map<string, ReadonlyArray<PriceRecord>>()
  const lines: Array<TimedLine> = []
  const judged: Array<Array<VariantJudgement>> = []
  const places = new Map<string, number>()
  /** By line and variant: the draft of the batch that takes over at the same instant. */
  const takers: Array<Map<string, string>> = []
  for (const { variant_key, price_type: type, records, basis, withdrawing } of found.pairs) {
    if (isTime(pairWork(records.length))) yield
    const published = asPublished(records, { batch_key: batchKey, withdrawing, now: rails.now })
    if (type === "MSRP") suggested.set(variant_key, published)
    const inForce = pricesInTime(published)
    const returns = new Set(basis?.returns)
    const lastAt = new Map<Instant, PriceRecord>()
    for (const draft of records.filter(isOwn)) {
      const last = lastAt.get(draft.effective_at)
      if (last === undefined || priceOrder(draft, last) > 0) lastAt.set(draft.effective_at, draft)
    }
    for (const draft of records) {
      const { price_type, amount, effective_from, effective_at, record_key } = draft
      if (!isOwn(draft) || returns.has(effective_at)) continue
      const name = JSON.stringify([price_type, amount, effective_from])
      const place = places.get(name) ?? lines.push({ price_type, amount, effective_from, effective_at }) - 1
      places.set(name, place)
      const follows = inForce(effective_at, record_key)
      judged[place] ??= []
      judged[place].push({
        variant_key,
        status: lineStatus(amount, follows),
        follows: follows?.amount ?? null,
      })
      const taker = lastAt.get(effective_at)!.record_key
      takers[place] ??= new Map()
      if (taker !== record_key) takers[place].set(variant_key, taker)
    }
  }
  const takerOf = (line: number, variantKey: string) => takers[line]?.get(variantKey)
  const warningsOf = priceWarnings(lines, (key) => suggested.get(key) ?? [], rails, {
    areCounted: true,
    areScoped: true,
    takerOf,
  })
  const warnings: Array<PriceWarning> = []
  for (const [index, variants] of judged.entries()) {
    if (warnings.length >= most) break
    if (isTime(lineWork(variants.length, rails))) yield
    const counts = { add: 0, changed: 0, unchanged: 0 }
    for (const { status } of variants) counts[status]++
    warnings.push(...warningsOf([{ status: wholeStatus(counts), variants }], index))
  }
  return warnings.slice(0, most)
}
