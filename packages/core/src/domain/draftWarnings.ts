import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { PriceWarning } from "../contract/PriceWarning.ts"
import { type ColorwayFound, pairsOf } from "./changeColorway.ts"
import { lineStatus, wholeStatus } from "./diffLines.ts"
import type { TimedLine } from "./futureRecords.ts"
import type { VariantJudgement } from "./judgeLines.ts"
import { isWithdrawn, priceInForce } from "./priceInForce.ts"
import { type GuardRails, priceWarnings } from "./priceWarnings.ts"

/**
 * The warnings of what a batch holds of a colorway, as `priceWarnings` of lines that would have written it: `line` counts
 * its different prices. Drafts that end temporary prices were there before, and break nothing.
 */
export const draftWarnings = (
  found: ColorwayFound,
  batchKey: string,
  rails: GuardRails,
): Array<PriceWarning> => {
  const isOwn = (record: PriceRecord) =>
    record.status === "draft" && record.batch_key === batchKey && !isWithdrawn(record, rails.now)
  const asPublished = (records: ReadonlyArray<PriceRecord>) =>
    records.map((record): PriceRecord => (isOwn(record) ? { ...record, status: "active" } : record))
  const lines: Array<TimedLine> = []
  const judged: Array<Array<VariantJudgement>> = []
  const places = new Map<string, number>()
  for (const { variant_key, records, basis } of found.pairs) {
    const published = asPublished(records)
    for (const draft of records) {
      const { price_type, amount, effective_from, effective_at, record_key } = draft
      if (!isOwn(draft) || basis?.returns.includes(effective_at)) continue
      const name = JSON.stringify([price_type, amount, effective_from])
      const place = places.get(name) ?? lines.push({ price_type, amount, effective_from, effective_at }) - 1
      places.set(name, place)
      const others = published.filter((record) => record.record_key !== record_key)
      const follows = priceInForce(others, effective_at)
      judged[place] ??= []
      judged[place].push({
        variant_key,
        status: lineStatus(amount, follows),
        follows: follows?.amount ?? null,
      })
    }
  }
  const pairOf = pairsOf(found)
  const recordsOf = (variantKey: string, priceType: string) =>
    asPublished(pairOf(variantKey, priceType).records)
  const judgements = judged.map((variants) => {
    const counts = { add: 0, changed: 0, unchanged: 0 }
    for (const { status } of variants) counts[status]++
    return { status: wholeStatus(counts), variants }
  })
  return priceWarnings(lines, recordsOf, rails, true)(judgements)
}
