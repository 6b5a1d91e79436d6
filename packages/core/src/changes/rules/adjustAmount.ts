import * as BigDecimal from "effect/BigDecimal"
import { type Amount, decimalText, mostAmountLength } from "../../kernel/Amount.ts"
import { endingStep } from "../../kernel/rules/amountRules.ts"
import { minorUnits } from "../../kernel/rules/minorUnits.ts"
import type { Adjustment, Rounding } from "../PriceAdjustment.ts"

const decimal = BigDecimal.fromStringUnsafe
const hundred = BigDecimal.fromBigInt(100n)
const zero = BigDecimal.fromBigInt(0n)

/** With no more zeros at its end than N places have. */
const shortened = (value: BigDecimal.BigDecimal, places: number): BigDecimal.BigDecimal => {
  const least = BigDecimal.normalize(value)
  return BigDecimal.scale(least, Math.max(least.scale, places))
}

const adjusted = (price: BigDecimal.BigDecimal, adjust: Adjustment): BigDecimal.BigDecimal => {
  if ("set" in adjust) return decimal(adjust.set)
  if ("amount" in adjust) return BigDecimal.sum(price, decimal(adjust.amount))
  const { value, scale } = BigDecimal.sum(hundred, decimal(adjust.percent))
  return BigDecimal.multiply(price, BigDecimal.make(value, scale + 2))
}

/** Takes one of the amounts `offset + n × step`. `value` is not below zero; the result is where nothing less is left. */
const rounded = (
  value: BigDecimal.BigDecimal,
  step: BigDecimal.BigDecimal,
  offset: BigDecimal.BigDecimal,
  mode: Rounding["mode"],
): BigDecimal.BigDecimal => {
  const isBefore = BigDecimal.isLessThan(value, offset)
  // a remainder has the sign of what is divided
  const below = isBefore
    ? BigDecimal.subtract(offset, step)
    : BigDecimal.subtract(value, BigDecimal.remainderUnsafe(BigDecimal.subtract(value, offset), step))
  const over = BigDecimal.subtract(value, below)
  const isUp =
    mode === "up"
      ? !BigDecimal.isZero(over)
      : mode === "half_up" &&
        (BigDecimal.isNegative(below) || !BigDecimal.isLessThan(BigDecimal.sum(over, over), step))
  return isUp ? BigDecimal.sum(below, step) : below
}

/** Whether a rounding says only how: then it is to the minor unit of the currency. */
export const isToMinorUnit = ({ to, ending }: Rounding): boolean => to === null && ending === null

const minorUnitOf = (currency: string): BigDecimal.BigDecimal => BigDecimal.make(1n, minorUnits(currency))

/** How far the amounts that a rounding takes are apart; where none can be, what keeps them from it. */
const stepOf = (
  { to, ending }: Rounding,
  currency: string | null,
): BigDecimal.BigDecimal | { readonly fault: string } => {
  if (to === null && ending === null)
    return currency === null
      ? { fault: "rounding needs to, or ending: the list has no currency" }
      : minorUnitOf(currency)
  if (to === null) return endingStep(ending!)
  const step = decimal(to)
  if (ending === null) return step
  const [end, apart] = [decimal(ending), endingStep(ending)]
  const isMultiple = (value: BigDecimal.BigDecimal) =>
    BigDecimal.isZero(BigDecimal.remainderUnsafe(value, step))
  if (isMultiple(end) && isMultiple(apart)) return apart
  if (BigDecimal.isLessThan(end, step)) return step
  return { fault: `an ending in steps of ${to} is below ${to}, and ${ending} is not: change one of the two` }
}

/** What keeps a rounding from being done: nothing to round to, or an ending that is not below its steps. */
export const roundingFault = (round: Rounding, currency: string | null): string | undefined => {
  const step = stepOf(round, currency)
  return "fault" in step ? step.fault : undefined
}

/** Half up to what the currency has behind the point, where an amount would have more; one that is set is what was meant. */
const toMinorUnit = (amount: BigDecimal.BigDecimal, currency: string): BigDecimal.BigDecimal => {
  const places = minorUnits(currency)
  if (BigDecimal.normalize(amount).scale <= places) return amount
  return BigDecimal.scale(rounded(amount, minorUnitOf(currency), zero, "half_up"), places)
}

/**
 * A price adjusted, then rounded, in decimals throughout, with no fewer places than it had, or than it is rounded to; or
 * what keeps it from being a price. `currency`: of which no digits are made that it does not have, unless `round` says how.
 */
export const adjustAmount = (
  amount: Amount,
  adjust: Adjustment,
  round: Rounding | null,
  currency: string | null = null,
): Amount | { readonly problem: string } => {
  const price = decimal(amount)
  const exact = adjusted(price, adjust)
  if (BigDecimal.isNegative(exact)) return { problem: "would be below zero" }
  const step = round === null ? undefined : stepOf(round, currency)
  if (step !== undefined && "fault" in step) return { problem: step.fault }
  const isSet = "set" in adjust
  const plain = shortened(exact, isSet ? exact.scale : price.scale)
  const unrounded = currency === null || isSet ? plain : toMinorUnit(plain, currency)
  const offset = round?.ending == null ? zero : decimal(round.ending)
  const result =
    step === undefined
      ? unrounded
      : shortened(rounded(exact, step, offset, round!.mode), Math.max(step.scale, offset.scale))
  if (BigDecimal.isNegative(result))
    return { problem: `would be less than ${round!.ending}, the least that ends so` }
  const text = decimalText(result.value, result.scale)
  return text.length <= mostAmountLength ? text : { problem: "would have too many digits" }
}
