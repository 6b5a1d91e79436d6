import type { Instant } from "../../kernel/Instant.ts"
import { writtenIn } from "../../kernel/rules/effectiveInstant.ts"
import { shortestAmount } from "../../kernel/rules/shortestAmount.ts"
import type { SpansOf } from "../../lists/rules/listSpans.ts"
import { type PriceRecord, said } from "../../prices/PriceRecord.ts"
import type { PriceWarning } from "../../prices/PriceWarning.ts"
import { statusOf, type VariantJudgement } from "../../prices/rules/previewLines.ts"
import { aboveList } from "../../prices/rules/priceCourse.ts"
import { priceOrder, pricesInTime } from "../../prices/rules/priceInForce.ts"
import { blocksIn, type GuardRails } from "../../prices/rules/warnings/guardRails.ts"
import { priceWarnings } from "../../prices/rules/warnings/priceWarnings.ts"
import type { WarnedLine } from "../../prices/rules/warnings/warningKinds.ts"
import { isDraftOf } from "./asPublished.ts"
import { type ColorwayFound, publishedIn } from "./ColorwayFound.ts"
import { linesHeld } from "./heldLines.ts"

/** A line may write the instant and the amount of a draft that it keeps in another way. */
const nameAt = (at: Instant, { amount, ending }: Pick<PriceRecord, "amount" | "ending">) =>
  `${at} ${amount === null ? ending : shortestAmount(amount)}`

/** A line that would have written drafts of the batch. */
interface HeldLine {
  readonly line: WarnedLine
  readonly variants: Array<VariantJudgement>
  /** By variant the draft of the batch that takes over at the same instant. */
  readonly takers: Map<string, string>
}

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
  spansOf?: SpansOf,
): Array<PriceWarning> => {
  const written = writtenIn(rails.time_zone)
  const recordsOf = publishedIn(found, { batch_key: batchKey, now: rails.now })
  const known = new Map<string, HeldLine>()
  for (const pair of found.pairs) {
    const { variant_key, price_type, price_list, records, basis } = pair
    const inForce = pricesInTime(recordsOf(variant_key, price_type, price_list))
    const returns = new Set(basis?.returns)
    const held = linesHeld(pair, basis?.lines ?? [])
    const asked = new Map(held.map((line) => [nameAt(line.effective_at, line), line]))
    const drafts = records.filter((record) => isDraftOf(record, batchKey))
    const lastAt = new Map(drafts.toSorted(priceOrder).map((draft) => [draft.effective_at, draft.record_key]))
    for (const draft of drafts) {
      const { amount, ending, effective_from, effective_at, record_key } = draft
      const line = asked.get(nameAt(effective_at, draft))
      // what takes back the first price of a list was not asked for
      if (returns.has(effective_at) || (amount === null && line === undefined)) continue
      const { effective_until: until, until_at = null } = line ?? {}
      const effective_until = until_at === null ? until : written(until!, until_at)
      const name = JSON.stringify([price_type, price_list, amount ?? ending, effective_from, until])
      const own = known.get(name) ?? {
        line: {
          price_type,
          price_list,
          ...said(draft),
          effective_at,
          effective_from: written(effective_from, effective_at),
          ...(effective_until !== undefined && { effective_until, until_at }),
        },
        variants: [],
        takers: new Map<string, string>(),
      }
      known.set(name, own)
      const follows = inForce(effective_at, record_key)
      own.variants.push({
        variant_key,
        status: statusOf(draft, follows),
        follows: follows?.amount ?? null,
      })
      const taker = lastAt.get(effective_at)!
      if (taker !== record_key) own.takers.set(variant_key, taker)
    }
  }
  const all = [...known.values()]
  const lines = all.map(({ line }) => line)
  const warningsOf = priceWarnings(lines, recordsOf, rails, {
    ...(spansOf && { aboveOf: aboveList(spansOf, recordsOf) }),
    areCounted: true,
    areScoped: true,
    takerOf: (line, variantKey) => all[line]!.takers.get(variantKey),
    heldBy: batchKey,
  })
  const warnings: Array<PriceWarning> = []
  for (const [index, { line, variants }] of all.entries()) {
    if (warnings.length >= most) break
    if (onlyBlocking && !blocksIn(rails, line.price_list)) continue
    warnings.push(...warningsOf({ variants }, index))
  }
  return warnings.slice(0, most)
}
