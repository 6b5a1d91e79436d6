import type { Amount } from "../../kernel/Amount.ts"
import { currencyCodes } from "../../kernel/rules/currencyCodes.ts"
import { minorUnits } from "../../kernel/rules/minorUnits.ts"
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

/** Signs that mean one currency only, and those of several with all that they may mean. */
const meantBy: Readonly<Record<string, string>> = {
  $: "USD AUD BBD BMD BND BSD BZD CAD CLP COP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD ARS",
  "€": "EUR",
  "£": "GBP EGP FKP GIP LBP SHP SSP SYP",
  "¥": "JPY CNY",
  "₹": "INR",
  "₩": "KRW KPW",
  "₽": "RUB",
  "₺": "TRY",
  "₴": "UAH",
  "₪": "ILS",
  "₫": "VND",
  "฿": "THB",
  zł: "PLN",
  kr: "SEK NOK DKK ISK",
  Kč: "CZK",
  R$: "BRL",
  US$: "USD",
  C$: "CAD",
  A$: "AUD",
  // of number formats alone
  Fr: "CHF",
  SFr: "CHF",
  Ft: "HUF",
  lei: "RON",
  R: "ZAR",
  RM: "MYR",
  Rp: "IDR",
  Rs: "INR PKR LKR NPR MUR SCR",
  TL: "TRY",
}

const signed =
  /^(\p{Sc}|[A-Z]{1,2}\$|[A-Z]{3}|zł|kr\.?|Kč)\s*(?=[\d.,])|(?<=[\d.,])\s*(\p{Sc}|[A-Z]{3}|zł|kr\.?|Kč)$/u

/** Why an amount with a sign or code of a currency is none of a list's; undefined: it is the list's. */
export const currencyFault = (sign: string, currency: string | null): string | undefined => {
  const meant = currencyCodes.includes(sign) ? [sign] : (meantBy[sign]?.split(" ") ?? [])
  if (currency === null) return `says ${sign}, and the price list has no currency yet: write the amount alone`
  if (meant.includes(currency)) return undefined
  return `says ${sign}, and the price list is in ${currency}: write the amount in ${currency}`
}

/** What a sign of a currency before or behind the amount says; `problem` where it is another one than the list's. */
const withoutCurrency = (text: string, currency: string | null): string | { readonly problem: string } => {
  const match = signed.exec(text)
  if (match === null) return text
  const problem = currencyFault((match[1] ?? match[2])!.replace(/\.$/, ""), currency)
  if (problem !== undefined) return refused(problem)
  return text.slice(0, match.index) + text.slice(match.index + match[0].length)
}

/** Groups of three digits, with one to three before them. */
const isGrouped = (text: string, group: string): boolean =>
  text.split(group).every((digits, place) => (place === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits))

const unreadable = refused("is no amount: write it as 139.95")

/** Digits with one kind of separator, or two, read in the one way that there is. */
const separated = (text: string, { currency, decimal_mark: mark }: AmountStyle): WrittenAmount => {
  const spaced = /[ ']/.exec(text)?.[0]
  const point = Math.max(text.lastIndexOf("."), text.lastIndexOf(","))
  const decimal = text[point]
  const both = text.includes(".") && text.includes(",")
  const of = (whole: string, fraction: string): WrittenAmount =>
    /^\d+$/.test(whole) && /^\d+$/.test(fraction) ? { amount: `${whole}.${fraction}` } : unreadable
  if (spaced !== undefined) {
    const whole = point === -1 ? text : text.slice(0, point)
    if (both || !isGrouped(whole, spaced)) return unreadable
    const plain = whole.replaceAll(spaced, "")
    return point === -1 ? { amount: plain } : of(plain, text.slice(point + 1))
  }
  if (decimal === undefined) return /^\d+$/.test(text) ? { amount: text } : unreadable
  const whole = text.slice(0, point)
  const fraction = text.slice(point + 1)
  if (both) {
    const group = decimal === "." ? "," : "."
    return isGrouped(whole, group) ? of(whole.replaceAll(group, ""), fraction) : unreadable
  }
  // several of one kind separate groups
  if (whole.includes(decimal)) {
    if (mark === decimal || !isGrouped(text, decimal)) return unreadable
    return { amount: text.replaceAll(decimal, "") }
  }
  const asFraction = of(whole === "" ? "0" : whole, fraction)
  const couldBeGroup = isGrouped(text, decimal) && !/^0/.test(whole)
  const digits = minorUnits(currency)
  const isFraction = mark === null ? digits === 3 : mark === decimal
  if (!couldBeGroup || isFraction) return asFraction
  const asGroup = { amount: whole + fraction }
  if (mark !== null || digits === 0) return asGroup
  const other = `${whole}.${fraction}`
  // what is written as asked must not be asked about again
  const shortest = shortestAmount(other)
  const plain = shortest.length === other.length ? `${other}0` : shortest
  return refused(`can be read as ${other} or ${asGroup.amount}: write ${plain} or ${asGroup.amount}`)
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
