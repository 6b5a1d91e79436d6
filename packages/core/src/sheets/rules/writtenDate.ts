import { parseEffectiveFrom } from "../../kernel/EffectiveFrom.ts"

/** A day or an instant as `EffectiveFrom` has it, nothing, or why it cannot be taken. */
export type WrittenDate = { readonly date: string } | "nothing" | { readonly problem: string }

const refused = (problem: string) => ({ problem })
const unreadable = refused("is no date: write it as 2026-12-01")

/** Before this day a number is a year, or another mistake. */
const firstDay = "2000-01-01"

const day = 86_400_000

/** A day that was counted from 1900, as spreadsheets do, or from 1904; a fraction is a time of that day. */
export const serialDate = (text: string, is1904: boolean): WrittenDate => {
  const days = Number(text)
  // in 1900 they have a 29th of February; no day before 2000 is taken
  const date = new Date(Math.round((days - (is1904 ? 24_107 : 25_569)) * (day / 1000)) * 1000)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return unreadable
  const iso = date.toISOString().slice(0, 19)
  if (iso < firstDay)
    return refused(`is the number ${text}, which as a date is long past: write the day as 2026-12-01`)
  return { date: iso.endsWith("T00:00:00") ? iso.slice(0, 10) : iso }
}

/** Undefined: the calendar does not have it. */
const dated = (year: string, month: string, ofMonth: string): string | undefined => {
  const date = `${year}-${month.padStart(2, "0")}-${ofMonth.padStart(2, "0")}`
  return parseEffectiveFrom(date) && date
}

const asWritten = (date: string | undefined): WrittenDate => (date === undefined ? unreadable : { date })

/** `12/1/2026`: a day and a month, whichever comes first, where only one of them can. */
const slashed = (first: string, second: string, year: string): WrittenDate => {
  const asAmerican = dated(year, first, second)
  const asOthers = dated(year, second, first)
  return asAmerican === undefined || asOthers === undefined || asAmerican === asOthers
    ? asWritten(asAmerican ?? asOthers)
    : refused(`can be read as ${asAmerican} or ${asOthers}: write the one that is meant`)
}

/** A date that is a text: as ISO 8601 has it, `1.12.2026`, `2026/12/1`, or with slashes where there is one way to read it. */
export const writtenDate = (written: string): WrittenDate => {
  const text = written.trim().replace(/^'/, "")
  if (text === "") return "nothing"
  const iso = text
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T")
    .replace(/^(\d{4}-\d\d-\d\d)T00:00(:00(\.0+)?)?$/, "$1")
  if (parseEffectiveFrom(iso) !== undefined) return { date: iso }
  const [, year, month, ofMonth] = /^(\d{4})\/(\d\d?)\/(\d\d?)$/.exec(text) ?? []
  if (year !== undefined) return asWritten(dated(year, month!, ofMonth!))
  const [, german, inMonth, ofYear] = /^(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})$/.exec(text) ?? []
  if (german !== undefined) return asWritten(dated(ofYear!, inMonth!, german))
  const [, first, second, last] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text) ?? []
  return first === undefined ? unreadable : slashed(first, second!, last!)
}
