import { currencyFault, withoutCurrency } from "@hangtag/core/adapter"
import type { Shown } from "./shownAs.ts"

const ofWorkbook = "and save it again"

/** What a cell with a price says that is no amount of its list, and what to write there; undefined: it says no such thing. */
export const priceCellFault = (
  text: string,
  { shown_as, currency: sign }: Shown = {},
  currency: string | null,
): string | undefined => {
  if (shown_as === "percent")
    return `which is shown as a percentage; write the amount itself, as a number that is shown as one, ${ofWorkbook}`
  if (shown_as === "date")
    return `a date, which spreadsheets make of amounts such as 1.5; write the amount there, as a number, ${ofWorkbook}`
  // what a list without a currency has is not known to be another one's
  const fault = sign === undefined || currency === null ? undefined : currencyFault(sign, currency)
  if (fault !== undefined)
    return `which by its number format ${fault}, with a number format that names no other currency, ${ofWorkbook}`
  if (text.includes("%")) return "a percentage; write the amount itself"
  const bare = withoutCurrency(text, currency)
  if (bare === text) return undefined
  return typeof bare === "string"
    ? `which names its currency; write the amount alone`
    : `which ${bare.problem}`
}
