import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Amount } from "../kernel/Amount.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults, requireWithin } from "../kernel/CallLimits.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { archivedFaults } from "../lists/rules/placementAt.ts"
import { requireLists } from "../prices/readLists.ts"
import { withAbove } from "../prices/rules/basisToken.ts"
import { aboveList } from "../prices/rules/priceCourse.ts"
import { brandRails, currencyIn, limited } from "../prices/rules/warnings/guardRails.ts"
import { changePlanner } from "./changePlanner.ts"
import { changeTally, emptyChange } from "./changeTally.ts"
import { replacingFault, requireBrand, targetOf } from "./changeTarget.ts"
import { planColorways } from "./eachColorway.ts"
import { inPlan, inTurn } from "./inTurn.ts"
import {
  type AdjustedColorway,
  type Adjustment,
  AdjustmentAsked,
  PriceAdjustment,
  PriceAdjustmentPage,
} from "./PriceAdjustment.ts"
import type { ColorwayKey } from "./PriceChange.ts"
import { changeErrors } from "./PriceChangeRefused.ts"
import { type Act, type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { adjustAmount, isToMinorUnit, roundingFault } from "./rules/adjustAmount.ts"
import { adjustedLines, withoutLine } from "./rules/adjustedLines.ts"
import { inLists, pairsOf, withoutDraftsOf } from "./rules/ColorwayFound.ts"
import { changeRules } from "./rules/changeSteps.ts"
import { noWrites } from "./rules/colorwayWrites.ts"
import { unknownFaults } from "./rules/unknownFaults.ts"
import { timedChangeLines } from "./timedChangeLines.ts"

const invalid = (loc: ReadonlyArray<string>, msg: string, input: unknown) =>
  new InvalidRequest({ fields: [valueFault(loc, input, msg)] })

const selectsNothing = "Nothing is selected: no variant of the brand is all that the selection says"

/** Whether it is of a whole brand is said, and not concluded from what was left out. */
const selectionFault = ({
  all,
  price_list: _,
  where: _where,
  ...members
}: PriceAdjustment["selection"]): string | undefined => {
  const isNarrowed = Object.values(members).some((member) => member !== null)
  if (all) return isNarrowed ? "all is the whole brand: leave the other members out, or all" : undefined
  return isNarrowed
    ? undefined
    : "say which product_keys, label_keys, source or colors, or all: true for the whole brand"
}

/** What is asked for and cannot be had together. */
const contradiction = (
  { round, selection, dry_run }: Pick<PriceAdjustment, "round" | "selection" | "dry_run">,
  { written, after }: AdjustmentAsked,
) => {
  const fault = round === null || isToMinorUnit(round) ? undefined : roundingFault(round, null)
  if (fault !== undefined) return invalid(["round"], fault, round)
  const unselected = selectionFault(selection)
  if (unselected !== undefined) return invalid(["selection"], unselected, selection)
  return after > 0 && !dry_run && written === null
    ? invalid(["after"], "pages after the first write nothing: ask for dry_run, or written", after)
    : undefined
}

/** Whether a colorway is left out, and those that none of the colorways asked about was. */
const leavingOut = (colorways: PriceAdjustment["leave_out"]) => {
  const nameOf = ({ product_key, color }: ColorwayKey) => JSON.stringify([product_key, color])
  const names = new Set(colorways.map(nameOf))
  const met = new Set<string>()
  return {
    has: (colorway: ColorwayKey): boolean => {
      const name = nameOf(colorway)
      if (!names.has(name)) return false
      met.add(name)
      return true
    },
    fault: (): InvalidRequest | undefined => {
      const fields = colorways.flatMap((colorway, index) =>
        met.has(nameOf(colorway)) ? [] : [valueFault(["leave_out", index], colorway, notSelected)],
      )
      return fields.length === 0 ? undefined : new InvalidRequest({ fields: fields.slice(0, mostFaults) })
    },
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
  const { adjust, round, on_collision, effective_from, effective_until } = adjustment
  const { product_keys, label_keys, source, colors } = adjustment.selection
  const types = [...new Set(adjustment.price_types)]
  const named = [product_keys, label_keys, colors, types, adjustment.leave_out]
  const price_list = adjustment.selection.price_list ?? basePriceList
  const lists = yield* requireLists(principal, [{ loc: inSelection, price_list }])
  yield* requireWithin(
    "change_lines",
    named.reduce((sum, keys) => sum + (keys?.length ?? 0), 0),
  )
  const problem =
    contradiction(adjustment, asked) ?? replacingFault(adjustment.batch_key, adjustment.replaces ?? null)
  if (problem !== undefined) return yield* problem
  const { discard, unknownNames } = yield* PriceChangeRepository
  const { organization } = principal
  const batch_key = asked.written ?? adjustment.batch_key
  const { replaces = null, name } = adjustment
  const dry = adjustment.dry_run || asked.written !== null
  const selection = { product_keys, label_keys, source: source === null ? null : [source], colors }
  const unknown = adjustment.selection.all
    ? undefined
    : yield* unknownNames(organization, brand_key, selection)

  const change = Effect.fnUntraced(function* (act: Act) {
    const now = act.at
    const brand = yield* requireBrand(organization, brand_key)
    const target = { batch_key, replaces: asked.written === null ? replaces : null, name, brand_key }
    const batch = yield* targetOf(organization, target, dry ? null : act)
    const { time_zone, used_types } = brand
    const unnamed = unknownFaults(adjustment, unknown, used_types)
    if (unnamed !== undefined) return yield* unnamed
    const whole = { price_type: "", price_list, amount: "0", effective_from, effective_until, return: null }
    const { timed, faults } = timedChangeLines([whole], time_zone, [], adjustment.on_no_return)
    const begins = timed.map(({ effective_at }) => ({ loc: inSelection, price_list, effective_at }))
    const fields = [
      ...faults.map((fault) => ({ ...fault, loc: fault.loc.slice(1) })),
      ...archivedFaults(lists, begins),
    ]
    if (fields.length > 0) return yield* new InvalidRequest({ fields })
    const line = timed[0]!
    const rails = brandRails(brand, now, lists)
    const currency = currencyIn(rails, price_list)
    const unrounded = round === null ? undefined : roundingFault(round, currency)
    if (unrounded !== undefined) return yield* invalid(["round"], unrounded, round)
    const rules = changeRules({ on_collision }, batch?.key ?? batch_key, now, time_zone)
    const blocks = asked.written === null
    const leftOut = leavingOut(adjustment.leave_out)
    const typed = types.map((price_type) => ({ price_type, price_list }))
    const isResolved = adjustment.selection.where === "resolved"
    const planner = yield* changePlanner(
      organization,
      rails,
      rules,
      isResolved ? typed : limited(typed, rails),
    )
    const { above } = planner
    const tally = changeTally()
    const colorways: Array<AdjustedColorway> = []
    let [variants, total_colorways, no_price, left_out] = [0, 0, 0, 0]
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
      const found = asked.written === null ? part : without
      const adjusting = (amount: Amount) => adjustAmount(amount, adjust, round, currency)
      const pairOf = pairsOf(whole)
      const aboveOf =
        above && isResolved ? aboveList(above.spansOf, (...of) => pairOf(...of).records) : undefined
      const adjusted = adjustedLines(without, types, line, rules, adjusting, aboveOf)
      if ("problem" in adjusted) {
        const { price_type, variant_key, amount, problem } = adjusted
        const msg = `the ${price_type} of variant ${variant_key}, ${amount}, ${problem}`
        return yield* invalid(["adjust"], msg, variant_key)
      }
      const planned = yield* planner.plan(whole, found, adjusted.lines)
      const isShown = total_colorways >= asked.after && colorways.length < mostListed
      const result = tally.add(found, planned, { basis: null, blocks, isShown })
      no_price += adjusted.noPrice
      if (isShown) {
        const lines = adjusted.lines.slice(0, mostListed).map(({ price_type, previous, amount, only }) => ({
          price_type,
          previous,
          amount,
          variants: only.size,
        }))
        const above = adjusted.lines.flatMap((each) => [...each.above.values()])
        const basis = isResolved ? withAbove(result.basis, above) : result.basis
        colorways.push({ ...result, basis, no_price: adjusted.noPrice, lines })
      }
      total_colorways++
      return planned.writes
    })
    const reading = planner.reading({ kind: "selection", selection }, brand, batch_key, [line])
    yield* planColorways(organization, reading, batch?.key, act, plan)
    const unmet = leftOut.fault()
    if (unmet !== undefined) return yield* unmet
    // what a batch holds already may be asked for again, and changes nothing; a new one would be empty
    const refused =
      variants === 0
        ? emptyChange(selectsNothing)
        : (tally.refusal() ?? (batch_key === null ? tally.emptiness(no_price) : undefined))
    if (refused !== undefined && !dry) return yield* refused
    if (replaces !== null && !dry) yield* discard(organization, replaces, act)
    const passed = asked.after + colorways.length
    const page: PriceAdjustmentPage = {
      batch_key: batch?.key ?? batch_key,
      colorways,
      total_colorways,
      left_out,
      variants,
      no_price,
      ...tally.counts,
      ...tally.wouldBeRefused(asked.written === null ? refused : undefined),
      next: passed < total_colorways ? passed : null,
    }
    return page
  })
  return yield* dry ? inPlan(principal, change) : inTurn(principal, [batch_key, replaces], change)
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
