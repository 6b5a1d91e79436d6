import type { Instant } from "../../kernel/Instant.ts"
import { writtenIn } from "../../kernel/rules/effectiveInstant.ts"
import { shortestAmount } from "../../kernel/rules/shortestAmount.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import { type PriceRecord, said } from "../../prices/PriceRecord.ts"
import type { PriceWarning } from "../../prices/PriceWarning.ts"
import { PairMap } from "../../prices/rules/pairs.ts"
import { statusOf, type VariantJudgement, wholeStatus } from "../../prices/rules/previewLines.ts"
import { aboveList } from "../../prices/rules/priceCourse.ts"
import { priceOrder, pricesInTime } from "../../prices/rules/priceInForce.ts"
import type { RecordsOf } from "../../prices/rules/standing.ts"
import { blocksIn, type GuardRails } from "../../prices/rules/warnings/guardRails.ts"
import { priceWarnings } from "../../prices/rules/warnings/priceWarnings.ts"
import type { WarnedLine } from "../../prices/rules/warnings/warningKinds.ts"
import { asPublished, isDraftOf } from "./asPublished.ts"
import type { ColorwayFound } from "./ColorwayFound.ts"
import { linesHeld } from "./heldLines.ts"

const none: ReadonlyArray<PriceRecord> = []

/** A line may write the instant and the amount of a draft that it keeps in another way. */
const nameAt = (at: Instant, { amount, ending }: Pick<PriceRecord, "amount" | "ending">) =>
  `${at} ${amount === null ? ending : shortestAmount(amount)}`

/**
 * The warnings of what a batch holds of a colorway, as `priceWarnings` of lines that would have written it: each names
 * what it is about by `batch_line`, the first `most`; `onlyBlocking`: of those that stop a price change; `spansOf`: where prices of a list are looked
 * for, of which `found` has the records too. Drafts that end temporary prices were there before, and break nothing.
 */
export const draftWarnings = (
  found: ColorwayFound,
  batchKey: string,
  rails: GuardRails,
  most: number,
  onlyBlocking = false,
  spansOf?: (priceList: string) => ReadonlyArray<ListSpan>,
): Array<PriceWarning> => {
  const isOwn = (record: PriceRecord) => isDraftOf(record, batchKey)
  const written = writtenIn(rails.time_zone)
  const pairs = new PairMap<ReadonlyArray<PriceRecord>>()
  const lines: Array<WarnedLine> = []
  const judged: Array<Array<VariantJudgement>> = []
  const places = new Map<string, number>()
  /** By line and variant: the draft of the batch that takes over at the same instant. */
  const takers: Array<Map<string, string>> = []
  for (const pair of found.pairs) {
    const { variant_key, price_type, price_list, records, basis, withdrawing } = pair
    const published = asPublished(records, { batch_key: batchKey, withdrawing, now: rails.now })
    pairs.set(variant_key, price_type, price_list, published)
    const inForce = pricesInTime(published)
    const returns = new Set(basis?.returns)
    const ends = new Map(
      linesHeld(pair, basis?.lines ?? []).map(({ effective_at, effective_until, until_at, ...line }) => [
        nameAt(effective_at, line),
        { effective_until, until_at },
      ]),
    )
    const lastAt = new Map<Instant, PriceRecord>()
    for (const draft of records.filter(isOwn)) {
      const last = lastAt.get(draft.effective_at)
      if (last === undefined || priceOrder(draft, last) > 0) lastAt.set(draft.effective_at, draft)
    }
    for (const draft of records) {
      const { amount, effective_from, effective_at, record_key } = draft
      if (!isOwn(draft) || returns.has(effective_at)) continue
      const end = ends.get(nameAt(effective_at, draft))
      // what takes back the first price of a list was not asked for
      if (amount === null && end === undefined) continue
      const word = amount ?? draft.ending
      const name = JSON.stringify([price_type, price_list, word, effective_from, end?.effective_until])
      const line = {
        price_type,
        price_list,
        ...said(draft),
        effective_at,
        effective_from: written(effective_from, effective_at),
        ...(end && {
          ...end,
          effective_until: end.until_at === null ? null : written(end.effective_until!, end.until_at),
        }),
      }
      const place = places.get(name) ?? lines.push(line) - 1
      places.set(name, place)
      const follows = inForce(effective_at, record_key)
      judged[place] ??= []
      judged[place].push({
        variant_key,
        status: statusOf(draft, follows),
        follows: follows?.amount ?? null,
      })
      const taker = lastAt.get(effective_at)!.record_key
      takers[place] ??= new Map()
      if (taker !== record_key) takers[place].set(variant_key, taker)
    }
  }
  const takerOf = (line: number, variantKey: string) => takers[line]?.get(variantKey)
  const recordsOf: RecordsOf = (...of) => pairs.get(...of) ?? none
  const warningsOf = priceWarnings(lines, recordsOf, rails, {
    ...(spansOf && { aboveOf: aboveList(spansOf, recordsOf) }),
    areCounted: true,
    areScoped: true,
    takerOf,
    heldBy: batchKey,
  })
  const warnings: Array<PriceWarning> = []
  for (const [index, variants] of judged.entries()) {
    if (warnings.length >= most) break
    if (onlyBlocking && !blocksIn(rails, lines[index]!.price_list)) continue
    const counts = { add: 0, changed: 0, unchanged: 0 }
    for (const { status } of variants) counts[status]++
    warnings.push(...warningsOf({ status: wholeStatus(counts), variants }, index))
  }
  return warnings.slice(0, most)
}
