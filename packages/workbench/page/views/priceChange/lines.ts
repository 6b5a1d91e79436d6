import type { Decimal } from "../../app/exactAmounts.ts"
import { addressPart, textsIn } from "../../format/addressParts.ts"
import { compareDecimals, typedAmount } from "../../format/decimal.ts"
import { effectiveMillis, hasWholeYear, isBefore } from "../../format/time.ts"
import { writtenPrice } from "../../format/writtenPrice.ts"

/** A line of a price change as a person types it. */
export interface Line {
  readonly price_type: string
  readonly amount: string
  readonly from: string
  readonly until: string
  /** Where a pair had no price before, it has none after `until` either. */
  readonly endsWithout: boolean
}

/** A line as a part of the address. */
export const lineText = ({ price_type, amount, from, until, endsWithout }: Line): string =>
  addressPart([price_type, amount, from, until, endsWithout ? "ends" : ""])

export const lineOf = (text: string): Line => {
  const [price_type = "", amount = "", from = "", until = "", ends] = textsIn(text)
  return { price_type, amount, from, until, endsWithout: ends === "ends" }
}

const wholeYear = "Write the year with four digits"

/** Where lines are of: the zone in which their days begin, and their price list with its currency, null where it has none. */
export interface LinesOf {
  readonly zone: string
  readonly list: string
  readonly currency: string | null
}

/** What is missing for a line to be asked about; nothing where it can be. The server judges the rest. */
export const missingIn = (
  line: Line,
  { zone, currency }: Omit<LinesOf, "list">,
): Partial<Record<"price_type" | "amount" | "from" | "until", string>> => {
  const { problem } = writtenPrice(line.amount, currency)
  const amount = line.amount.trim() === "" ? "Enter an amount" : problem && `It ${problem}`
  return {
    ...(line.price_type.trim() === "" && { price_type: "Name a price type" }),
    ...(amount !== undefined && { amount }),
    ...(line.from === ""
      ? { from: "Choose a day" }
      : !hasWholeYear(line.from)
        ? { from: wholeYear }
        : effectiveMillis(line.from, zone) === undefined && { from: "Write it like 2026-12-01" }),
    ...(line.until !== "" && !hasWholeYear(line.until) && { until: wholeYear }),
    ...(!isBefore(line.from, line.until, zone) && { until: "Must be after it begins" }),
  }
}

export const isComplete = (line: Line, of: Omit<LinesOf, "list">): boolean =>
  Object.keys(missingIn(line, of)).length === 0

/** What is wrong with lines that begin with one before them of their price type: one of the two would never be in force. */
export const clashesIn = (
  lines: ReadonlyArray<Line>,
  zone: string,
  isMeant: (index: number) => boolean,
): ReadonlyMap<number, string> => {
  const firsts = new Map<string, number>()
  return new Map(
    lines.flatMap(({ price_type, from }, index): Array<[number, string]> => {
      if (!isMeant(index)) return []
      const name = `${effectiveMillis(from, zone)} ${price_type.trim()}`
      const first = firsts.get(name)
      if (first === undefined) firsts.set(name, index)
      return first === undefined ? [] : [[index, `Line ${first + 1} begins then too: choose another day`]]
    }),
  )
}

/** The body of a line. */
export const wireLine = ({ price_type, amount, from }: Line, { list, currency }: Omit<LinesOf, "zone">) => ({
  price_type: price_type.trim(),
  ...(list !== "base" && { price_list: list }),
  amount: writtenPrice(amount, currency).amount ?? amount,
  effective_from: from.trim(),
})

interface Priced {
  readonly price_type: string
  readonly amount: Decimal
}

/** The amount that most have, of equal many the lowest. */
export const usualAmount = (amounts: ReadonlyArray<Decimal>): Decimal | undefined => {
  const counts = new Map<Decimal, number>()
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || compareDecimals(a, b))[0]?.[0]
}

/** A line for each price type in force, with its amount where it is that of every variant: so it changes nothing. */
export const prefilled = (
  incumbents: ReadonlyArray<Priced>,
  variants: number,
  from: string,
  /** Of a colorway that has no price. */
  type = "MAP",
): ReadonlyArray<Line> => {
  const types = [...Map.groupBy(incumbents, ({ price_type }) => price_type)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const lineFor = (price_type: string, amount: string): Line => ({
    price_type,
    amount,
    from,
    until: "",
    endsWithout: false,
  })
  if (types.length === 0) return [lineFor(type, "")]
  return types.map(([type, own]) => {
    const [first, ...others] = new Set(own.map(({ amount }) => amount))
    return lineFor(type, own.length === variants && others.length === 0 ? typedAmount(first!) : "")
  })
}
