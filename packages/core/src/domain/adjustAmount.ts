import * as BigDecimal from "effect/BigDecimal"
import { type Amount, decimalText, mostAmountLength } from "../contract/Amount.ts"
import type { Adjustment, Rounding } from "../contract/PriceAdjustment.ts"

const decimal = BigDecimal.fromStringUnsafe
const hundred = BigDecimal.fromBigInt(100n)
const zero = BigDecimal.fromBigInt(0n)

/** With no more zeros at its end than so many places have. */
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

/** How far two amounts with an ending are apart: `0.95` a whole one, `9.95` ten. */
const endingStep = (ending: string): BigDecimal.BigDecimal => {
  const digits = ending.split(".", 1)[0]!.replace(/^0+/, "").length
  return BigDecimal.fromBigInt(10n ** BigInt(digits))
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

/** What keeps a rounding from being done: nothing to round to, or multiples and an ending that not every amount is both of. */
export const roundingFault = ({ to, ending }: Rounding): string | undefined => {
  if (to === null && ending === null) return "rounding needs to, or ending"
  if (to === null || ending === null) return undefined
  const step = decimal(to)
  const isMultiple = (value: BigDecimal.BigDecimal) =>
    BigDecimal.isZero(BigDecimal.remainderUnsafe(value, step))
  return isMultiple(decimal(ending)) && isMultiple(endingStep(ending))
    ? undefined
    : `amounts that end in ${ending} are not all multiples of ${to}: leave one of the two out`
}

/**
 * A price adjusted, then rounded, in decimals throughout, with no fewer places than it had, or than it is rounded to; or
 * what keeps it from being a price.
 */
export const adjustAmount = (
  amount: Amount,
  adjust: Adjustment,
  round: Rounding | null,
): Amount | { readonly problem: string } => {
  const price = decimal(amount)
  const exact = adjusted(price, adjust)
  const belowZero = { problem: "would be below zero" }
  if (BigDecimal.isNegative(exact)) return belowZero
  const { to = null, ending = null, mode = "half_up" } = round ?? {}
  const offset = ending === null ? zero : decimal(ending)
  const step = ending !== null ? endingStep(ending) : to === null ? null : decimal(to)
  const result =
    step === null
      ? shortened(exact, "set" in adjust ? exact.scale : price.scale)
      : shortened(rounded(exact, step, offset, mode), Math.max(step.scale, offset.scale))
  if (BigDecimal.isNegative(result)) return belowZero
  const text = decimalText(result.value, result.scale)
  return text.length <= mostAmountLength ? text : { problem: "would have too many digits" }
}
