import { minorUnits } from "../../../core/src/kernel/rules/minorUnits.ts"
import type { Decimal } from "../app/exactAmounts.ts"

/** An amount in units of 10^-scale. */
interface Scaled {
  readonly units: bigint
  readonly scale: number
}

const scaled = (text: Decimal): Scaled | undefined => {
  const match = /^\s*(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole, fraction = "", exponent = "0"] = match
  const units = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

const aligned = (a: Decimal, b: Decimal): readonly [bigint, bigint, number] | undefined => {
  const [x, y] = [scaled(a), scaled(b)]
  if (x === undefined || y === undefined) return undefined
  const scale = Math.max(x.scale, y.scale)
  const at = ({ units, scale: own }: Scaled) => units * 10n ** BigInt(scale - own)
  return [at(x), at(y), scale]
}

/** Which of two amounts is greater: below zero the second, above it the first; 0 where they are equal or none. */
export const compareDecimals = (a: Decimal, b: Decimal): number => {
  // most are: sizes of a colorway have one price
  if (a === b) return 0
  const both = aligned(a, b)
  if (both === undefined) return 0
  return both[0] < both[1] ? -1 : both[0] > both[1] ? 1 : 0
}

/** Whether an amount has more than two decimals that count. */
export const isFinerThanCents = (amount: Decimal): boolean => {
  const { units, scale } = scaled(amount) ?? { units: 0n, scale: 0 }
  return scale > 2 && units % 10n ** BigInt(scale - 2) !== 0n
}

const percents = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 })

/** By how many percent an amount differs from the one before it, with a sign and two decimals as in the change sheet, half away from zero. */
export const percentBetween = (before: Decimal, after: Decimal): string | undefined => {
  const both = aligned(before, after)
  if (both === undefined || both[0] === 0n) return undefined
  const [from, to] = both
  const numerator = (to - from) * 20_000n
  const hundredths = (numerator + (numerator < 0n ? -from : from)) / (from * 2n)
  const size = hundredths < 0n ? -hundredths : hundredths
  const sign = to < from ? "−" : to > from ? "+" : ""
  const shown = (hundredths: bigint) =>
    percents.format(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}` as `${number}`)
  return size === 0n && from !== to ? `${sign}<${shown(1n)} %` : `${sign}${shown(size)} %`
}

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (fraction: number, currency: string | null): Intl.NumberFormat => {
  const style =
    currency === null ? {} : ({ style: "currency", currency, currencyDisplay: "narrowSymbol" } as const)
  const least = currency === null ? 2 : minorUnits(currency)
  const maximumFractionDigits = Math.min(100, Math.max(least, fraction))
  return new Intl.NumberFormat(undefined, { ...style, minimumFractionDigits: least, maximumFractionDigits })
}

/**
 * An amount as the reader's locale writes it, with two digits at least and none of its own lost; with the sign of a currency, with
 * as many digits as it has.
 */
export const showAmount = (amount: Decimal, currency: string | null = null): string => {
  const fraction = scaled(amount)?.scale ?? 0
  const name = `${fraction} ${currency}`
  const format = formats.get(name) ?? formatOf(fraction, currency)
  formats.set(name, format)
  // the text itself: `format` reads it as a decimal
  return format.format(amount as `${number}`)
}

/** What a record says of a price: an amount, or that there is none from then on. */
export const showSaid = (
  {
    amount,
    ends,
  }: {
    readonly amount: Decimal | null
    readonly ends?: "fall_back" | "not_offered"
  },
  currency: string | null = null,
): string =>
  amount !== null ? showAmount(amount, currency) : ends === "not_offered" ? "not offered" : "no price"

/** The lowest and the highest of some amounts; one where they are the same. */
export const showRange = (
  {
    least_amount: least,
    greatest_amount: greatest,
  }: Readonly<Record<"least_amount" | "greatest_amount", Decimal>>,
  currency: string | null = null,
): string =>
  least === greatest
    ? showAmount(least, currency)
    : `${showAmount(least, currency)} – ${showAmount(greatest, currency)}`

/** An amount as a person would type it: with two digits behind the point at least, and not three, which could be a group. */
export const typedAmount = (amount: Decimal): string => {
  const [whole, fraction = ""] = amount.split(".")
  return `${whole}.${fraction.padEnd(fraction.length === 3 ? 4 : 2, "0")}`
}

const counts = new Intl.NumberFormat()

/** How many there are of a list; of very many more than are counted. */
interface Total {
  readonly total: number
  readonly total_is_exact: boolean
}

/** A count as the reader's locale writes it. */
export const showCount = (count: number | Total): string =>
  typeof count === "number"
    ? counts.format(count)
    : `${count.total_is_exact ? "" : "more than "}${counts.format(count.total)}`

/** "1 variant", "3 variants". */
export const counted = (count: number | Total, one: string, many = `${one}s`): string =>
  `${showCount(count)} ${(typeof count === "number" ? count : count.total) === 1 ? one : many}`
