import * as BigDecimal from "effect/BigDecimal"
import { type Amount, decimalText } from "../Amount.ts"

const decimal = BigDecimal.fromStringUnsafe
const hundred = BigDecimal.fromBigInt(100n)

/** Whether an amount is greater than another, as numbers; doubles tell unless they are the same: 80 ns instead of 900. */
export const isAbove = (a: Amount, b: Amount): boolean =>
  Number(a) === Number(b) ? BigDecimal.isGreaterThan(decimal(a), decimal(b)) : Number(a) > Number(b)

/** Whether going from one amount to the other is a rise or fall of more than a percentage; of 0 any rise is. */
export const isBeyondPercent = (from: Amount, to: Amount, percent: Amount): boolean => {
  const change = BigDecimal.abs(BigDecimal.subtract(decimal(to), decimal(from)))
  return BigDecimal.isGreaterThan(
    BigDecimal.multiply(change, hundred),
    BigDecimal.multiply(decimal(percent), decimal(from)),
  )
}

/** How many hundredths of a percent the one amount is more than the other, half away from zero; null from 0. */
const hundredthsOfPercent = (from: Amount, to: Amount): bigint | null => {
  const [before, after] = [decimal(from), decimal(to)]
  if (BigDecimal.isZero(before)) return null
  const scale = Math.max(before.scale, after.scale)
  const [base, end] = [BigDecimal.scale(before, scale).value, BigDecimal.scale(after, scale).value]
  const change = (end - base) * 10_000n
  const size = change < 0n ? -change : change
  const rounded = (2n * size + base) / (2n * base)
  return change < 0n ? -rounded : rounded
}

/** How many percent the one amount is more than the other, to two places, half away from zero; null from 0. */
export const percentChange = (from: Amount, to: Amount): number | null => {
  const hundredths = hundredthsOfPercent(from, to)
  return hundredths === null ? null : Number(hundredths) / 100
}

/** The same as text, always with two places. */
export const percentText = (from: Amount, to: Amount): string | null => {
  const hundredths = hundredthsOfPercent(from, to)
  return hundredths === null ? null : decimalText(hundredths, 2)
}

/** How many digits an amount has behind the point, zeros at its end left out. */
export const placesOf = (amount: Amount): number => Math.max(0, BigDecimal.normalize(decimal(amount)).scale)

/** How much more the one amount is than the other, below zero where it is less; with as many places as the longer has. */
export const amountDifference = (from: Amount, to: Amount): string => {
  const [before, after] = [decimal(from), decimal(to)]
  const places = (text: string) => text.length - (text.indexOf(".") + 1 || text.length)
  const scale = Math.max(places(from), places(to))
  return decimalText(BigDecimal.scale(BigDecimal.subtract(after, before), scale).value, scale)
}

/** Whether an amount is zero, ten times another and more, or a tenth and less. */
export const isUnlikely = (amount: Amount, follows: Amount | null): boolean => {
  const value = decimal(amount)
  if (BigDecimal.isZero(value)) return true
  if (follows === null) return false
  const before = decimal(follows)
  if (BigDecimal.isZero(before)) return false
  const ten = BigDecimal.fromBigInt(10n)
  return (
    !BigDecimal.isLessThan(value, BigDecimal.multiply(before, ten)) ||
    !BigDecimal.isGreaterThan(BigDecimal.multiply(value, ten), before)
  )
}

/** How far two amounts with an ending are apart: `0.95` a whole one, `9.95` ten. */
export const endingStep = (ending: string): BigDecimal.BigDecimal => {
  const digits = ending.split(".", 1)[0]!.replace(/^0+/, "").length
  return BigDecimal.fromBigInt(10n ** BigInt(digits))
}

/** Whether an amount ends as asked: as many of its last whole digits, and all behind the point; `0.95` asks for none. */
export const endsWith = (amount: Amount, ending: string): boolean =>
  BigDecimal.equals(BigDecimal.remainderUnsafe(decimal(amount), endingStep(ending)), decimal(ending))
