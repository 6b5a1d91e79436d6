import type { SheetCell } from "@hangtag/core"

/** Whether a number format shows a date, by the letters that are neither quoted, nor behind a backslash, nor of a color or currency. */
const isDateFormat = (format: string): boolean =>
  /[bdhmsy]/i.test(format.replaceAll(/"[^"]*"?|\[[^\]]*\]?|[\\_*]./g, ""))

/** Percent signs that are shown: those in quotes and behind a backslash are letters. */
const isPercentFormat = (format: string): boolean => format.replaceAll(/"[^"]*"?|\\./g, "").includes("%")

/** The currency that a number format shows beside the digits: in brackets, as Excel writes what is typed as $95, or by a sign or letters of its own. */
const currencyIn = (format: string): string | undefined => {
  const [, named = ""] = /\[\$([^\]-]*)/.exec(format) ?? []
  if (named.trim() !== "") return named.trim()
  // conditions, colors and gaps are not shown
  const shown = format.replaceAll(/\[[^\]]*\]?|[_*]./gu, " ").replaceAll("\\", "")
  return /[A-Z]{0,2}\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|zł|kr|Kč)(?!\p{L})/u.exec(shown)?.[0]
}

/** What a number is shown as by its format, where it is not shown as the number alone. */
export type Shown = Pick<SheetCell, "shown_as" | "currency">

const read = (format: string): Shown => {
  if (isDateFormat(format)) return { shown_as: "date" }
  if (isPercentFormat(format)) return { shown_as: "percent" }
  const currency = currencyIn(format)
  return currency === undefined ? asNumber : { currency }
}

export const asNumber: Shown = {}

/** Cells share their formats, of which a workbook has few. */
const known = new Map<string, Shown>()
const mostKnown = 1_000

export const shownAs = (format = "General"): Shown => {
  const before = known.get(format)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const shown = format === "General" ? asNumber : read(format)
  known.set(format, shown)
  return shown
}
