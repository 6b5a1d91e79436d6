import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { CallLimits, sumOf, sumWithin } from "../kernel/CallLimits.ts"
import { BatchUnsuitable } from "../kernel/errors.ts"
import { currentInstant, type Instant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { compareText } from "../kernel/rules/compareText.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { PriceWarning } from "../prices/PriceWarning.ts"
import { readListPolicies } from "../prices/readLists.ts"
import { colorwayOrder } from "../prices/rules/pairs.ts"
import { aboveList } from "../prices/rules/priceCourse.ts"
import { railsByBrand } from "../prices/rules/warnings/guardRails.ts"
import { BatchChanges } from "./BatchChanges.ts"
import {
  BatchReviewPage,
  type BatchReviewPlace,
  BatchReviewQuery,
  type ReviewedColorway,
} from "./BatchReview.ts"
import { recordsIn } from "./changePlanner.ts"
import { readingOf, requireBatch, requireOpen } from "./changeTarget.ts"
import { archivedProblem, eachBelow } from "./eachColorway.ts"
import { inPlan } from "./inTurn.ts"
import type { PriceBatch } from "./PriceBatch.ts"
import { batchErrors } from "./PriceChangeRefused.ts"
import { type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { publishedIn } from "./rules/ColorwayFound.ts"
import { colorwaysShown } from "./rules/colorwaysShown.ts"
import { draftWarnings } from "./rules/draftWarnings.ts"
import { reviewLines } from "./rules/reviewLines.ts"

/** A colorway whose parts are still added up. */
interface Reviewing extends Omit<ReviewedColorway, "lines" | "warnings"> {
  readonly lines: ReturnType<typeof reviewLines>
  readonly warnings: Array<PriceWarning>
}

const reviewed = ({ lines, ...colorway }: Reviewing): ReviewedColorway => ({
  ...colorway,
  lines: lines.lines().slice(0, mostListed),
})

/** The order of an open price change. */
const brandOrder = (a: BatchReviewPlace, b: BatchReviewPlace) =>
  compareText(a.brand_key ?? "", b.brand_key ?? "") || colorwayOrder(a, b)

/** What an open price change would do, and what of the policy it breaks. */
const reviewOpen = Effect.fnUntraced(function* (
  organization: string,
  batch_key: string,
  { after }: BatchReviewQuery,
  now: Instant,
) {
  const { change_records: mostRecords } = yield* CallLimits
  yield* requireOpen(organization, batch_key, null)
  const lists = yield* readListPolicies(organization)
  const unfit = yield* archivedProblem(organization, batch_key, lists)
  const railsOf = railsByBrand(now, lists)
  const colorways: Array<Reviewing> = []
  let last: Reviewing | undefined
  const requireRecords = sumWithin("change_records")
  const shown = colorwaysShown(after, brandOrder)
  let warnings = 0
  /** A colorway of very many variants comes in several parts. */
  const colorwayOf = ({ product_key, color, brand }: ChangePart): Reviewing => {
    if (last?.product_key === product_key && last.color === color) return last
    const { brand_key = null, time_zone = "UTC" } = brand ?? {}
    const lines = reviewLines({ key: batch_key, published_at: null }, time_zone, now)
    const place = { brand_key, product_key, color }
    last = { ...place, time_zone, lines, warnings: [] }
    if (shown.shows(place)) colorways.push(last)
    return last
  }
  yield* eachBelow(
    organization,
    { ...readingOf(batch_key), mostRecords },
    Effect.fnUntraced(function* (part, spansOf) {
      yield* requireRecords(recordsIn(part))
      const colorway = colorwayOf(part)
      if (colorways.includes(colorway)) {
        const aboveOf = spansOf && aboveList(spansOf, publishedIn(part, { batch_key, now }))
        for (const pair of part.pairs)
          colorway.lines.add(pair, aboveOf?.(pair.variant_key, pair.price_type, pair.price_list))
      }
      if (part.brand === null) return
      const most = mostListed - colorway.warnings.length
      const found = draftWarnings(part, batch_key, railsOf(part.brand), most, false, spansOf)
      colorway.warnings.push(...found)
      warnings += found.length
    }),
  )
  const page: BatchReviewPage = {
    batch_key,
    colorways: colorways.map(reviewed),
    warnings,
    problem: unfit === undefined ? null : `Batch ${batch_key} ${unfit}`,
    ...shown.counts(),
  }
  return page
})

/** The same of any other batch, from what its change sheet is made of; a colorway of which nothing changes is left out. */
const reviewSheet = Effect.fnUntraced(function* (
  { organization }: Principal,
  { key: batch_key, brand_key }: PriceBatch,
  { after }: BatchReviewQuery,
) {
  // a page of what was open then came by brand: what follows here would leave colorways out
  if (after && after.brand_key !== brand_key)
    return yield* new BatchUnsuitable({
      batch_key,
      problem: "is published: read it from the first page",
    })
  const { variants } = yield* BatchChanges
  const now = yield* currentInstant
  const requireRecords = sumWithin("change_records")
  const shown = colorwaysShown(after, colorwayOrder)
  const colorways: Array<ReviewedColorway> = []
  let product: string | undefined
  /** Of one product at a time, by color. */
  const open = new Map<string, Reviewing>()
  const close = () => {
    for (const reviewing of [...open.values()].sort((a, b) => compareText(a.color, b.color))) {
      const colorway = reviewed(reviewing)
      const place = { brand_key, product_key: colorway.product_key, color: colorway.color }
      if (colorway.lines.length > 0 && shown.shows(place)) colorways.push(colorway)
    }
    open.clear()
  }
  yield* Stream.runForEach(
    variants(organization, batch_key),
    Effect.fnUntraced(function* (found) {
      for (const { product_key, color, time_zone, batch, pairs } of found) {
        yield* requireRecords(sumOf(pairs, (pair) => pair.records.length))
        if (product_key !== product) close()
        product = product_key
        const lines = open.get(color)?.lines ?? reviewLines(batch, time_zone, now)
        open.set(color, { product_key, color, brand_key, time_zone, lines, warnings: [] })
        for (const pair of pairs) lines.add(pair)
      }
    }),
  )
  close()
  const page: BatchReviewPage = { batch_key, colorways, warnings: 0, problem: null, ...shown.counts() }
  return page
})

/**
 * What publishing an open batch would do now, or what a published one did then: colorway by colorway what each price was,
 * becomes, and until when, as the change sheet has it, and of an open price change what of the brand's policy it breaks, what a list
 * shows where it has no price of its own, and why it cannot be published at all. Writes nothing. A republish batch changes no price, and has no colorway.
 *
 * Fails with `NotFound`, with `BatchUnsuitable` for a batch that is discarded, or of several brands and published since the page before, and with `LimitExceeded` (`change_records`). Needs
 * `batch:read`.
 */
export const reviewPriceBatch = operation({
  name: "reviewPriceBatch",
  permission: "batch:read",
  input: Schema.Struct({ batch_key: Key, ...BatchReviewQuery.fields }),
  output: BatchReviewPage,
  errors: batchErrors,
  ports: [PriceChangeRepository, BatchChanges, Transaction],
  limits: ["change_records"],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { batch_key, ...query }) {
    const found = yield* requireBatch(principal.organization, batch_key)
    const { status, kind, reverts } = found
    return yield* status === "open" && kind === "price_change" && reverts === null
      ? inPlan(principal, ({ at }) => reviewOpen(principal.organization, batch_key, query, at))
      : reviewSheet(principal, found, query)
  }),
})
