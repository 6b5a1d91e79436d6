import type { BatchLine } from "./contract/BatchLine.ts"
import type { BatchRecordPage } from "./contract/BatchRecords.ts"
import type { BatchReview } from "./contract/BatchReview.ts"
import type { ColorwayPreview, ReturnMoved } from "./contract/ColorwayPreview.ts"
import type { PriceChangeRefused } from "./contract/errors.ts"
import type { PriceAdjustmentResult } from "./contract/PriceAdjustment.ts"
import type { BatchMoment } from "./contract/PriceBatch.ts"
import type { ChangeCollision, ColorwayChangeResult, PriceChangeResult } from "./contract/PriceChange.ts"
import type { PolicyHistoryPage, PricePolicy } from "./contract/PricePolicy.ts"
import type { PriceExplanation, PriceTimeline } from "./contract/PriceTimeline.ts"
import type { PriceWarning } from "./contract/PriceWarning.ts"
import type { AmountRange, UpcomingPrices } from "./contract/UpcomingPrices.ts"

// Results as they go over the wire: for `JSON.stringify`. Those that are not here go as they are.

declare global {
  interface JSON {
    /** ECMAScript 2026; in Node since 22. */
    rawJSON(text: string): object
  }
}

/** JSON text with each amount as the number its digits say, never by way of a double that would lose some. */
const amount = (text: string): number =>
  // typed as what it stands for: it stringifies as the digits themselves
  text.length <= 15
    ? Number(text)
    : // an amount may have zeros before its digits, a number in JSON may not
      (JSON.rawJSON(text.replace(/^0+(?=\d)/, "")) as unknown as number)

/** A value with its amount as a JSON number of the same digits. */
export const withAmount = <A extends { readonly amount: string }>(value: A) => ({
  ...value,
  amount: amount(value.amount),
})

/** A line of a preview as its client reads it. */
export const lineJson = (line: ColorwayPreview["lines"][number]) => ({
  ...line,
  amount: amount(line.amount),
  variants: line.variants.map((variant) => ({
    ...variant,
    previous: variant.previous && amount(variant.previous),
    incumbent: variant.incumbent && withAmount(variant.incumbent),
  })),
})

/** An entry with the amount of the line that it names, if any, as a JSON number. */
const namedJson = <A extends { readonly batch_line?: BatchLine }>(entry: A) =>
  entry.batch_line === undefined ? entry : { ...entry, batch_line: withAmount(entry.batch_line) }

/** A warning as its client reads it. */
export const warningJson = (warning: PriceWarning) => {
  const named = namedJson(warning)
  if (warning.kind === "above_msrp") return { ...named, msrp: amount(warning.msrp) }
  return warning.kind === "below_map" ? { ...named, map: amount(warning.map) } : named
}

/** The policy as its client reads it. */
export const policyJson = (policy: PricePolicy) => ({
  ...policy,
  max_increase_percent: policy.max_increase_percent && amount(policy.max_increase_percent),
  max_decrease_percent: policy.max_decrease_percent && amount(policy.max_decrease_percent),
})

/** The policies that a brand was given as its client reads them. */
export const policyHistoryJson = ({ items }: Pick<PolicyHistoryPage, "items">) => ({
  items: items.map((change) => ({ ...change, policy: policyJson(change.policy) })),
})

/** What a variant costs over time, as the client of a timeline reads it. */
export const pairJson = (pair: PriceTimeline["pairs"][number]) => ({
  ...pair,
  segments: pair.segments.map((segment) => ({
    ...segment,
    amount: segment.amount === null ? null : amount(segment.amount),
  })),
  drafts: pair.drafts.map(withAmount),
})

/** The timeline as its client reads it. */
export const timelineJson = (timeline: PriceTimeline) => ({
  ...timeline,
  pairs: timeline.pairs.map(pairJson),
})

/** The explanation as its client reads it. */
export const explanationJson = (explanation: PriceExplanation) => ({
  ...explanation,
  candidates: explanation.candidates.map(withAmount),
})

const nullableAmount = <A extends { readonly amount: string }>(value: A | null) => value && withAmount(value)

const collisionsJson = (collisions: ReadonlyArray<ChangeCollision>) =>
  collisions.map((collision) => namedJson(withAmount(collision)))

/** A moment of a batch as its client reads it. */
export const batchMomentJson = ({ least_amount, greatest_amount, ...moment }: BatchMoment) => ({
  ...moment,
  least_amount: least_amount && amount(least_amount),
  greatest_amount: greatest_amount && amount(greatest_amount),
})

const rangeJson = (range: AmountRange | null) =>
  range && {
    least_amount: amount(range.least_amount),
    greatest_amount: amount(range.greatest_amount),
  }

/** A row of what goes live next as its client reads it. */
export const upcomingJson = (row: UpcomingPrices) => ({
  ...row,
  amounts: row.amounts.map(({ price_type, before, after }) => ({
    price_type,
    before: rangeJson(before),
    after: rangeJson(after),
  })),
})

/** What became of a colorway, as its client reads it. */
export const colorwayChangeJson = <A extends ColorwayChangeResult>(colorway: A) => ({
  ...colorway,
  collisions: collisionsJson(colorway.collisions),
  no_return: colorway.no_return.map(namedJson),
  warnings: colorway.warnings.map(warningJson),
})

/** What a price change came to, as its client reads it. */
export const priceChangeJson = (result: PriceChangeResult) => ({
  ...result,
  colorways: result.colorways.map(colorwayChangeJson),
})

/** What an adjustment came to, as its client reads it. */
export const priceAdjustmentJson = (result: PriceAdjustmentResult) => ({
  ...result,
  colorways: result.colorways.map(({ lines, ...colorway }) => ({
    ...colorwayChangeJson(colorway),
    lines: lines.map((line) => ({ ...withAmount(line), previous: amount(line.previous) })),
  })),
})

/** What a batch would do, as its client reads it. */
export const batchReviewJson = (review: BatchReview) => ({
  ...review,
  colorways: review.colorways.map(({ lines, warnings, ...colorway }) => ({
    ...colorway,
    lines: lines.map((line) => ({
      ...line,
      previous: line.previous && amount(line.previous),
      amount: line.amount && amount(line.amount),
      next_amount: line.next_amount && amount(line.next_amount),
    })),
    warnings: warnings.map(warningJson),
  })),
})

/** Why a price change was refused, as its client reads it. */
export const refusedChangeJson = ({
  reason,
  colorways,
  stale,
  moved,
  collisions,
  no_return,
  warnings,
}: PriceChangeRefused) => ({
  reason,
  colorways,
  stale,
  moved: moved.map((pair) => ({ ...pair, was: nullableAmount(pair.was), is: nullableAmount(pair.is) })),
  collisions: collisionsJson(collisions),
  no_return: no_return.map(namedJson),
  warnings: warnings.map(warningJson),
})

/** The end of a temporary price that lines would change, as its client reads it. */
export const returnJson = (moved: ReturnMoved) => ({
  ...moved,
  was: amount(moved.was),
  becomes: moved.becomes && amount(moved.becomes),
})

/** The preview as its client reads it. */
export const previewJson = (preview: ColorwayPreview) => ({
  ...preview,
  lines: preview.lines.map(lineJson),
  future_records: preview.future_records.map(withAmount),
  incumbents: preview.incumbents.map(withAmount),
  warnings: preview.warnings.map(warningJson),
  returns: preview.returns.map(returnJson),
})

/** The page as its client reads it. */
export const recordPageJson = (page: BatchRecordPage) => ({ ...page, items: page.items.map(withAmount) })
