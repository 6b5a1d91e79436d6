import { type Amount, decimalText, mostAmountLength } from "../contract/Amount.ts"
import type { Adjustment, Rounding } from "../contract/PriceAdjustment.ts"

/** A decimal as a whole number of units of `10 ** -scale`. */
interface Scaled {
  readonly units: bigint
  readonly scale: number
}

const scaled = (text: string): Scaled => {
  const [, sign, whole, fraction = ""] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text)!
  const size = BigInt(whole! + fraction)
  return { units: sign === "-" ? -size : size, scale: fraction.length }
}

const unitsAt = ({ units, scale }: Scaled, wanted: number): bigint => units * 10n ** BigInt(wanted - scale)

/** Without the zeros at its end that only calculating has brought; so many places stay. */
const shortened = ({ units, scale }: Scaled, places: number): Scaled => {
  let [size, left] = [units, scale]
  while (left > places && size % 10n === 0n) {
    size /= 10n
    left--
  }
  return { units: size, scale: left }
}

const adjusted = (amount: Scaled, adjust: Adjustment): Scaled => {
  if ("set" in adjust) return scaled(adjust.set)
  if ("amount" in adjust) {
    const by = scaled(adjust.amount)
    const scale = Math.max(amount.scale, by.scale)
    return { units: unitsAt(amount, scale) + unitsAt(by, scale), scale }
  }
  const by = scaled(adjust.percent)
  return {
    units: amount.units * (100n * 10n ** BigInt(by.scale) + by.units),
    scale: amount.scale + by.scale + 2,
  }
}

/** How far two amounts with an ending are apart: `0.95` a whole one, `9.95` ten. */
const endingStep = (ending: string): Scaled => {
  const digits = ending.split(".", 1)[0]!.replace(/^0+/, "").length
  return { units: 10n ** BigInt(digits), scale: 0 }
}

/** Takes one of the amounts `offset + n × step`. `value` is not below zero; the result is where nothing less is left. */
const rounded = (value: Scaled, step: Scaled, offset: Scaled, mode: Rounding["mode"]): Scaled => {
  const scale = Math.max(value.scale, step.scale, offset.scale)
  const [exact, width, from] = [unitsAt(value, scale), unitsAt(step, scale), unitsAt(offset, scale)]
  // bigint division is toward zero
  const below = exact < from ? from - width : exact - ((exact - from) % width)
  const up =
    mode === "up" ? below !== exact : mode === "half_up" && (below < 0n || 2n * (exact - below) >= width)
  return { units: up ? below + width : below, scale }
}

/** What keeps a rounding from being done: nothing to round to, or multiples and an ending that not every amount is both of. */
export const roundingFault = ({ to, ending }: Rounding): string | undefined => {
  if (to === null && ending === null) return "rounding needs to, or ending"
  if (to === null || ending === null) return undefined
  const [step, end, width] = [scaled(to), scaled(ending), endingStep(ending)]
  const scale = Math.max(step.scale, end.scale)
  const units = unitsAt(step, scale)
  return unitsAt(end, scale) % units === 0n && unitsAt(width, scale) % units === 0n
    ? undefined
    : `amounts that end in ${ending} are not all multiples of ${to}: leave one of the two out`
}

const zero: Scaled = { units: 0n, scale: 0 }

/**
 * A price adjusted, then rounded, in decimals throughout, with no fewer places than it had, or than it is rounded to; or
 * what keeps it from being a price.
 */
export const adjustAmount = (
  amount: Amount,
  adjust: Adjustment,
  round: Rounding | null,
): Amount | { readonly problem: string } => {
  const price = scaled(amount)
  const exact = adjusted(price, adjust)
  const belowZero = { problem: "would be below zero" }
  if (exact.units < 0n) return belowZero
  const { to = null, ending = null, mode = "half_up" } = round ?? {}
  const offset = ending === null ? zero : scaled(ending)
  const step = ending !== null ? endingStep(ending) : to === null ? null : scaled(to)
  const result =
    step === null
      ? shortened(exact, "set" in adjust ? exact.scale : price.scale)
      : shortened(rounded(exact, step, offset, mode), Math.max(step.scale, offset.scale))
  if (result.units < 0n) return belowZero
  const text = decimalText(result.units, result.scale)
  return text.length <= mostAmountLength ? text : { problem: "would have too many digits" }
}
