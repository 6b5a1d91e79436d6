import type { Amount } from "../../kernel/Amount.ts"
import { minorUnits } from "../../kernel/rules/minorUnits.ts"
import { once } from "../../kernel/rules/once.ts"
import { shortestAmount } from "../../kernel/rules/shortestAmount.ts"

/** How amounts are written where a sheet is from. */
export interface AmountStyle {
  /** Of the price list; null: not said. */
  readonly currency: string | null
  /** What separates fractions; null: not known. */
  readonly decimal_mark: "." | "," | null
}

/** An amount as it was meant, the end of a price, nothing, or why it cannot be taken. */
export type WrittenAmount = { readonly amount: Amount } | "end" | "nothing" | { readonly problem: string }

const refused = (problem: string) => ({ problem })

/** The sign that a currency is mostly written with: several have the same. */
const signOf = once(
  (currency: string) =>
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value,
)

/** Other signs, with all that they may mean; some are of number formats alone. */
const otherSigns: Readonly<Record<string, string>> = {
  US$: "USD",
  C$: "CAD",
  A$: "AUD",
  "£": "EGP LBP",
  Fr: "CHF",
  SFr: "CHF",
  Rs: "INR SCR",
  TL: "TRY",
}

const signed =
  /^(\p{Sc}|[A-Z]{1,2}\$|[A-Z]{3}|zł|kr\.?|Kč)\s*(?=[\d.,])|(?<=[\d.,])\s*(\p{Sc}|[A-Z]{3}|zł|kr\.?|Kč)$/u

/** Why an amount with a sign or code of a currency is none of a list's; undefined: it is the list's. */
export const currencyFault = (written: string, currency: string | null): string | undefined => {
  const sign = written.replace(/\.$/, "")
  if (currency === null) return `says ${sign}, and the price list has no currency yet: write the amount alone`
  if ([currency, signOf(currency)].includes(sign) || otherSigns[sign]?.includes(currency)) return undefined
  return `says ${sign}, and the price list is in ${currency}: write the amount in ${currency}`
}

/** What a sign of a currency before or behind the amount says; `problem` where it is another one than the list's. */
export const withoutCurrency = (
  text: string,
  currency: string | null,
): string | { readonly problem: string } => {
  const match = signed.exec(text)
  if (match === null) return text
  const problem = currencyFault((match[1] ?? match[2])!, currency)
  if (problem !== undefined) return refused(problem)
  return text.replace(signed, "")
}

const unreadable = refused("is no amount: write it as 139.95")

/** Digits, in groups of three or not, and a fraction, with what separates them. */
const digits = /^(\d{1,3}([ '.,])\d{3}(?:\2\d{3})*|\d*)(?:([.,])(\d+))?$/

/** Digits with one kind of separator, or two, read in the one way that there is. */
const separated = (text: string, { currency, decimal_mark: mark }: AmountStyle): WrittenAmount => {
  const [, whole, group, decimal, fraction] = digits.exec(text) ?? []
  if (whole === undefined || (decimal !== undefined && decimal === group)) return unreadable
  const groups = group === undefined ? [whole] : whole.split(group)
  const amount = groups.join("")
  if (fraction !== undefined) return { amount: `${amount || "0"}.${fraction}` }
  if (group === undefined || group === " " || group === "'") return { amount }
  // several of one kind separate groups
  if (groups.length > 2) return group === mark ? unreadable : { amount }
  const other = groups.join(".")
  const places = minorUnits(currency)
  if (whole.startsWith("0") || (mark === null ? places === 3 : mark === group)) return { amount: other }
  if (mark !== null || places === 0) return { amount }
  // what is written as asked must not be asked about again
  const shortest = shortestAmount(other)
  const plain = shortest.length === other.length ? `${other}0` : shortest
  return refused(`can be read as ${other} or ${amount}: write ${plain} or ${amount}`)
}

/** The most characters that are looked at. */
const mostCharacters = 60

/**
 * An amount as people write it: digits in groups or not, with a fraction behind a point or a comma, and the sign of the list's
 * currency. One mark before three digits is read as the list's currency has fractions, of three digits or none; what could be
 * meant in two ways, is below zero or a percentage is refused.
 */
export const writtenAmount = (written: string, { currency, decimal_mark }: AmountStyle): WrittenAmount => {
  const text = written
    .replaceAll(/[\u00A0\u202F\u2009]/g, " ")
    .replaceAll("’", "'")
    .trim()
    .replace(/^'/, "")
    // no cents, as price tags have it
    .replace(/(\d[.,])(?:--?|[−–—])(?![\d.,−–—-])/, (_, whole: string) => `${whole}00`)
  if (text === "") return "nothing"
  if (text.length > mostCharacters) return refused("is too long for an amount: write it as 139.95")
  if (text.toLowerCase() === "end") return "end"
  if (/^[-−–—]+$/.test(text))
    return refused("is a dash: leave the cell empty where the price stays, or write end where it ends")
  if (text.includes("%")) return refused("is a percentage: write the new amount itself")
  if (/^\(.*\)$/.test(text) || /^[-−–]|[-−–]$/.test(text))
    return refused("is below zero: an amount is zero or more")
  if (/^[\d.,]+e[+-]?\d+$/i.test(text)) return refused("is written with an exponent: write out the digits")
  const bare = withoutCurrency(text, currency)
  if (typeof bare !== "string") return bare
  return separated(bare.trim(), { currency, decimal_mark })
}
