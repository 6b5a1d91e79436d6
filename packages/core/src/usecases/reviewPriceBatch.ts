import * as Effect from "effect/Effect"
import type { BatchReviewPage, BatchReviewQuery, ReviewedColorway } from "../contract/BatchReview.ts"
import type { LimitExceeded } from "../contract/errors.ts"
import { mostListed } from "../contract/PriceChange.ts"
import type { PriceWarning } from "../contract/PriceWarning.ts"
import type { Principal } from "../contract/Principal.ts"
import type { ColorwayWrites } from "../domain/changeColorway.ts"
import { draftWarnings } from "../domain/draftWarnings.ts"
import { type GuardRails, guardRailsInSteps } from "../domain/guardRails.ts"
import { isTimeAfter, workAtATime } from "../domain/isTime.ts"
import { reviewLines } from "../domain/reviewLines.ts"
import { CallLimits } from "../ports/CallLimits.ts"
import { type ChangePart, type ChangingBrand, PriceChangeRepository } from "../ports/PriceChangeRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { inSteps } from "./inSteps.ts"
import { recordsIn } from "./recordsIn.ts"
import { requirePermission } from "./requirePermission.ts"
import { limitExceeded } from "./requireWithin.ts"

const writesNothing: ColorwayWrites = { drafts: [], withdrawals: [], released: [], replaced: [], bases: [] }

/** A colorway whose parts are still added up. */
interface Reviewing {
  readonly product_key: string
  readonly color: string
  readonly time_zone: string
  readonly lines: ReturnType<typeof reviewLines>
  readonly warnings: Array<PriceWarning>
}

const isOf = (colorway: Reviewing, { product_key, color }: ChangePart): boolean =>
  colorway.product_key === product_key && colorway.color === color

/**
 * What publishing an open batch would do now: colorway by colorway what each price is, becomes, and until when, as the change
 * sheet has it, and what of the brand's policy it breaks. Writes nothing.
 *
 * Fails with `NotFound`, `BatchPublished`, with `BatchUnsuitable` for a batch that is discarded or for republishing, and with
 * `LimitExceeded` (`change_records`). Needs `batch:read`.
 */
export const reviewPriceBatch = Effect.fn("reviewPriceBatch")(function* (
  principal: Principal,
  batch_key: string,
  { after }: BatchReviewQuery,
) {
  yield* requirePermission(principal, "batch:read")
  const { change_records } = yield* CallLimits
  const { change } = yield* PriceChangeRepository
  const { organization, subject: by } = principal
  const now = yield* currentInstant
  const isTime = isTimeAfter(workAtATime)
  const colorways: Array<Reviewing> = []
  const known = new Map<string, GuardRails>()
  let last: Reviewing | undefined
  let [total_colorways, warnings, records] = [0, 0, 0]

  const railsOf = Effect.fnUntraced(function* ({ brand_key, policy, time_zone, used_types }: ChangingBrand) {
    const judged = { policy, time_zone, usedTypes: new Set(used_types), now }
    const rails = known.get(brand_key) ?? (yield* inSteps(guardRailsInSteps(judged, isTime)))
    known.set(brand_key, rails)
    return rails
  })
  /** A colorway of very many variants comes in several parts. */
  const colorwayOf = (part: ChangePart): Reviewing => {
    if (last !== undefined && isOf(last, part)) return last
    const { product_key, color, brand } = part
    const time_zone = brand?.time_zone ?? "UTC"
    last = { product_key, color, time_zone, lines: reviewLines(batch_key, now), warnings: [] }
    if (total_colorways >= after && colorways.length < mostListed) colorways.push(last)
    total_colorways++
    return last
  }
  yield* change<LimitExceeded>(
    organization,
    { batch_key, name: null, brand_key: null, reverts: null, dry: true },
    { at: now, by },
    () => ({
      scope: { kind: "batch", batch_key },
      since: null,
      mostRecords: change_records,
      part: Effect.fnUntraced(function* (part: ChangePart) {
        records += recordsIn(part)
        if (records > change_records) return yield* limitExceeded("change_records", change_records, records)
        const colorway = colorwayOf(part)
        if (colorways.includes(colorway)) for (const pair of part.pairs) colorway.lines.add(pair)
        if (part.brand === null) return writesNothing
        const most = mostListed - colorway.warnings.length
        const rails = yield* railsOf(part.brand)
        const found = yield* inSteps(draftWarnings(part, batch_key, rails, { most, isTime }))
        colorway.warnings.push(...found)
        warnings += found.length
        return writesNothing
      }),
      end: () => undefined,
    }),
  )
  const passed = after + colorways.length
  const page: BatchReviewPage = {
    batch_key,
    colorways: colorways.map(
      ({ lines, ...colorway }): ReviewedColorway => ({
        ...colorway,
        lines: lines.lines().slice(0, mostListed),
      }),
    ),
    total_colorways,
    warnings,
    next: passed < total_colorways && colorways.length > 0 ? passed : null,
  }
  return page
})
