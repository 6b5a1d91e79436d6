import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Amount } from "../kernel/Amount.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { problemFaults, requireNoFaults, valueFault } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { archivedFaults } from "../lists/rules/placementAt.ts"
import { requireLists } from "../prices/readLists.ts"
import { withAbove } from "../prices/rules/basisToken.ts"
import { colorwayOrder } from "../prices/rules/pairs.ts"
import { aboveList } from "../prices/rules/priceCourse.ts"
import { brandRails, currencyIn, limited } from "../prices/rules/warnings/guardRails.ts"
import { changePlanner } from "./changePlanner.ts"
import { changeTally, emptyChange } from "./changeTally.ts"
import { type Drafting, draftChange, replacingFaults } from "./changeTarget.ts"
import {
  type AdjustedColorway,
  type Adjustment,
  AdjustmentAsked,
  PriceAdjustment,
  PriceAdjustmentPage,
  type Rounding,
} from "./PriceAdjustment.ts"
import type { ColorwayKey } from "./PriceChange.ts"
import { changeErrors } from "./PriceChangeRefused.ts"
import { type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { adjustAmount, isToMinorUnit, roundingFault } from "./rules/adjustAmount.ts"
import { adjustedLines, withoutLine } from "./rules/adjustedLines.ts"
import { colorwayName, inLists, pairsOf, withoutDraftsOf } from "./rules/ColorwayFound.ts"
import { changeRules } from "./rules/changeSteps.ts"
import { colorwaysShown } from "./rules/colorwaysShown.ts"
import { noWrites } from "./rules/colorwayWrites.ts"
import { unknownFaults } from "./rules/unknownFaults.ts"
import { timedChangeLines } from "./timedChangeLines.ts"

const selectsNothing = "Nothing is selected: no variant of the brand is all that the selection says"

/** Whether it is of a whole brand is said, and not concluded from what was left out. */
const selectionFault = ({
  all,
  price_list: _,
  where: _where,
  ...members
}: PriceAdjustment["selection"]): string | undefined => {
  const isNarrowed = Object.values(members).some((member) => member !== null)
  if (isNarrowed !== all) return undefined
  return all
    ? "all is the whole brand: leave the other members out, or all"
    : "say which product_keys, label_keys, source or colors, or all: true for the whole brand"
}

/** What is asked for and cannot be had together. */
const contradictions = (
  { round, selection, dry_run, batch_key, replaces = null }: Omit<PriceAdjustment, "adjust">,
  { written, after }: AdjustmentAsked,
) => [
  ...roundFaults(round !== null && isToMinorUnit(round) ? null : round, null),
  ...problemFaults(["selection"], selection, selectionFault(selection)),
  ...(after !== null && !dry_run && written === null
    ? [valueFault(["after"], after, "pages after the first write nothing: ask for dry_run, or written")]
    : []),
  ...replacingFaults(batch_key, replaces),
]

const roundFaults = (round: Rounding | null, currency: string | null) =>
  problemFaults(["round"], round, round === null ? undefined : roundingFault(round, currency))

/** Whether a colorway is left out, and those that none of the colorways asked about was. */
const leavingOut = (colorways: PriceAdjustment["leave_out"]) => {
  const names = new Set(colorways.map(colorwayName))
  const met = new Set<string>()
  return {
    has: (colorway: ColorwayKey): boolean => {
      const name = colorwayName(colorway)
      if (names.has(name)) met.add(name)
      return met.has(name)
    },
    faults: () =>
      colorways.flatMap((colorway, index) =>
        met.has(colorwayName(colorway)) ? [] : valueFault(["leave_out", index], colorway, notSelected),
      ),
  }
}

const inSelection = ["selection", "price_list"]

const notSelected = "no colorway like this is selected"

const adjusted = Effect.fnUntraced(function* (
  principal: Principal,
  brand_key: string,
  adjustment: Omit<PriceAdjustment, "adjust"> & { readonly adjust: Adjustment },
  asked: AdjustmentAsked,
) {
  const { adjust, round, on_collision, effective_from, effective_until, name } = adjustment
  const { product_keys, label_keys, source, colors, all, where } = adjustment.selection
  const types = [...new Set(adjustment.price_types)]
  const named = [product_keys, label_keys, colors, types, adjustment.leave_out]
  const price_list = adjustment.selection.price_list ?? basePriceList
  const lists = yield* requireLists(principal, [{ loc: inSelection, price_list }])
  yield* requireWithin(
    "change_lines",
    sumOf(named, (keys) => keys?.length ?? 0),
  )
  yield* requireNoFaults(contradictions(adjustment, asked).slice(0, 1))
  const { unknownNames } = yield* PriceChangeRepository
  const { organization } = principal
  const isWritten = asked.written !== null
  const batch_key = asked.written ?? adjustment.batch_key
  const { replaces = null } = adjustment
  const selection = { product_keys, label_keys, source: source === null ? null : [source], colors }
  const unknown = all ? undefined : yield* unknownNames(organization, brand_key, selection)

  const change = Effect.fnUntraced(function* ({ act, brand, target }: Drafting) {
    const batch = yield* target
    yield* requireNoFaults(unknownFaults(adjustment, unknown, brand.used_types))
    const whole = { price_type: "", price_list, amount: "0", effective_from, effective_until, return: null }
    const { timed, faults } = timedChangeLines([whole], brand.time_zone, [], adjustment.on_no_return)
    const line = timed[0]!
    yield* requireNoFaults([
      ...faults.map((fault) => ({ ...fault, loc: fault.loc.slice(1) })),
      ...archivedFaults(lists, [{ loc: inSelection, ...line }]),
    ])
    const rails = brandRails(brand, act.at, lists)
    const currency = currencyIn(rails, price_list)
    yield* requireNoFaults(roundFaults(round, currency))
    const rules = changeRules({ on_collision }, batch?.key ?? batch_key, act.at, brand.time_zone)
    const leftOut = leavingOut(adjustment.leave_out)
    const typed = types.map((price_type) => ({ price_type, price_list }))
    const lookedAt = where === "resolved" ? typed : limited(typed, rails)
    const planner = yield* changePlanner(
      organization,
      { act, brand, batch, batch_key },
      rails,
      rules,
      lookedAt,
    )
    const above = where === "resolved" ? planner.above : undefined
    const tally = changeTally()
    const colorways: Array<AdjustedColorway> = []
    const shown = colorwaysShown(asked.after, colorwayOrder)
    let [variants, no_price, left_out] = [0, 0, 0]
    const plan = Effect.fnUntraced(function* (whole: ChangePart) {
      const part = withoutDraftsOf(inLists(whole, [price_list]), replaces)
      if (leftOut.has(part)) {
        left_out++
        return noWrites
      }
      variants += part.variant_keys.length
      yield* requireWithin("adjust_variants", variants)
      yield* planner.requireSize(whole, part, part.variant_keys.length * types.length, typed)
      const without = withoutLine(part, types, line, rules)
      const found = isWritten ? without : part
      const adjusting = (amount: Amount) => adjustAmount(amount, adjust, round, currency)
      const pairOf = pairsOf(whole)
      const aboveOf = above && aboveList(above.spansOf, (...of) => pairOf(...of).records)
      const adjusted = adjustedLines(without, types, line, rules, adjusting, aboveOf)
      if ("problem" in adjusted) {
        const { price_type, variant_key, amount, problem } = adjusted
        const msg = `the ${price_type} of variant ${variant_key}, ${amount}, ${problem}`
        return yield* new InvalidRequest({ fields: [valueFault(["adjust"], variant_key, msg)] })
      }
      const planned = yield* planner.plan(whole, found, adjusted.lines)
      const isShown = shown.shows({ product_key: part.product_key, color: part.color })
      const result = tally.add(found, planned, { basis: null, blocks: !isWritten, isShown })
      no_price += adjusted.noPrice
      if (isShown) {
        const lines = adjusted.lines.slice(0, mostListed).map(({ price_type, previous, amount, only }) => ({
          price_type,
          previous,
          amount,
          variants: only.size,
        }))
        const keys = adjusted.lines.flatMap((each) => [...each.above.values()])
        const basis = where === "resolved" ? withAbove(result.basis, keys) : result.basis
        colorways.push({ ...result, basis, no_price: adjusted.noPrice, lines })
      }
      return planned.writes
    })
    yield* planner.each({ kind: "selection", selection }, [line], plan)
    yield* requireNoFaults(leftOut.faults())
    const refused = variants === 0 ? emptyChange(selectsNothing) : tally.refused(batch_key === null, no_price)
    const page: PriceAdjustmentPage = {
      batch_key: batch?.key ?? batch_key,
      colorways,
      left_out,
      variants,
      no_price,
      ...tally.counts,
      ...tally.wouldBeRefused(isWritten ? undefined : refused),
      ...shown.counts(),
    }
    return { page, refused }
  })
  const into = { batch_key, replaces: isWritten ? null : replaces, name, brand_key }
  const { page } = yield* draftChange(principal, into, adjustment.dry_run || isWritten, change)
  return page
})

/**
 * Adjusts the prices that are in force at `effective_from` of all products that are selected, into an open batch or a
 * new one, as `generatePriceChange` writes lines: everything or nothing. Gives a page of the colorways, in their order. A
 * dry run is refused for no price that it meets: its `problem` says for what the change would be.
 *
 * Fails as `generatePriceChange` does, also where nothing is selected; with `InvalidRequest` too where a price would be below
 * zero, for a rounding that cannot be done, and for a product, label, source, color or price type that the brand has nothing of; and with `LimitExceeded` (`change_lines` for what selects, `adjust_variants`, `change_records`).
 * Needs `price:write`.
 */
export const adjustPrices = operation({
  name: "adjustPrices",
  permission: "price:write",
  input: Schema.Struct({ brand_key: Key, ...PriceAdjustment.fields, ...AdjustmentAsked.fields }),
  output: PriceAdjustmentPage,
  errors: changeErrors,
  ports: [PriceChangeRepository, Transaction],
  limits: ["change_lines", "adjust_variants", "change_pairs", "change_records", "openBatches"],
  effect: "draft",
  run: (principal, { brand_key, written, after, adjust, ...request }) => {
    const { percent, amount, set } = adjust
    const adjusting = percent !== null ? { percent } : amount !== null ? { amount } : { set: set! }
    return adjusted(principal, brand_key, { ...request, adjust: adjusting }, { written, after })
  },
})
