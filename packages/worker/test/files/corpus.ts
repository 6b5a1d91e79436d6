import { effectiveInstant } from "@hangtag/core"
import { type ColumnKind, type ExportCell, type ExportRow, localDateTime } from "@hangtag/core/adapter"
import * as fc from "fast-check"
import { anyText, nastyTexts } from "./nastyTexts.ts"

export const number = (text: string): ExportCell => ({ kind: "number", text })
export const date = (text: string): ExportCell => ({ kind: "date", text })
export const dateTime = (text: string, timeZone = "UTC"): ExportCell => ({
  kind: "date-time",
  text,
  local: localDateTime(effectiveInstant(text, timeZone)!, timeZone),
})

/** A cell as any reader gives it: date-times as ISO 8601 to the millisecond, without offset. */
export type Read = null | string | number | boolean | { readonly at: string }

const at = (text: string): Read => ({ at: text })

/** What is written, and what everybody should read; `shown` is what a program shows of it. */
const values: ReadonlyArray<{ given: ExportCell; read: Read; shown?: string }> = [
  { given: null, read: null },
  { given: "", read: null },
  { given: true, read: true, shown: "TRUE" },
  { given: false, read: false, shown: "FALSE" },
  { given: number("149.90"), read: 149.9, shown: "149.90" },
  { given: number("-0.5"), read: -0.5, shown: "-0.5" },
  { given: number("4006381333931"), read: 4006381333931, shown: "4006381333931" },
  { given: number("123456789012345"), read: 123456789012345, shown: "123456789012345" },
  { given: number("1234567890123456"), read: "1234567890123456" },
  { given: number("12345678901234.56"), read: "12345678901234.56" },
  { given: number("-0"), read: "-0" },
  { given: number("1e400"), read: "1e400" },
  { given: date("2026-12-01"), read: at("2026-12-01T00:00:00.000"), shown: "2026-12-01" },
  { given: date("1900-03-01"), read: at("1900-03-01T00:00:00.000"), shown: "1900-03-01" },
  { given: date("9999-12-31"), read: at("9999-12-31T00:00:00.000"), shown: "9999-12-31" },
  { given: date("1900-02-28"), read: "1900-02-28" },
  {
    given: dateTime("2026-12-01T08:30:15"),
    read: at("2026-12-01T08:30:15.000"),
    shown: "2026-12-01 08:30:15",
  },
  {
    given: dateTime("2026-12-01T08:30:15.250Z"),
    read: at("2026-12-01T08:30:15.250"),
    shown: "2026-12-01 08:30:15.250",
  },
  {
    given: dateTime("2026-03-08T02:30", "America/New_York"),
    read: at("2026-03-08T03:30:00.000"),
    shown: "2026-03-08 03:30:00",
  },
  {
    given: dateTime("2026-12-01T08:30:15-05:00", "Asia/Tokyo"),
    read: at("2026-12-01T22:30:15.000"),
    shown: "2026-12-01 22:30:15",
  },
]

const prices = [
  ["89.5", "89.50"],
  ["149.95", "149.95"],
  ["150", "150.00"],
  ["1149.9", "1,149.90"],
  ["0.123456", "0.123456"],
  ["0.1234567", "0.1234567"],
  ["12345678.9", "12,345,678.90"],
] as const

const emojis = "😀 👩‍👩‍👧‍👦 𝒳 \u{1fffe} \u{10ffff}"
const generated = fc.sample(anyText, { numRuns: 300, seed: 20_261_201 })

export const corpusTexts: ReadonlyArray<string> = [...nastyTexts, emojis, ...generated]

export const corpusHeader = ["=key", "value 日本", "price"]
export const corpusKinds: ReadonlyArray<ColumnKind> = ["text", "any", "price"]

/** A row for each value, price and text; the text again as a key, so that one cell cannot stand for another. */
export const corpusRows: ReadonlyArray<ExportRow> = [
  ...values.map(({ given }, index): ExportRow => [`v${index}`, given, null]),
  ...prices.map(([given], index): ExportRow => [`p${index}`, null, number(given)]),
  ...corpusTexts.map((text): ExportRow => [text, text, null]),
]

const textRead = (text: string): Read => (text === "" ? null : text.toWellFormed())

/** The header and the rows as everybody should read them. */
export const corpusRead: ReadonlyArray<ReadonlyArray<Read>> = [
  corpusHeader,
  ...values.map(({ read }, index): ReadonlyArray<Read> => [`v${index}`, read, null]),
  ...prices.map(([given], index): ReadonlyArray<Read> => [`p${index}`, null, Number(given)]),
  ...corpusTexts.map((text): ReadonlyArray<Read> => [textRead(text), textRead(text), null]),
]

/** The same as a program shows it. */
export const corpusShown: ReadonlyArray<ReadonlyArray<string>> = [
  corpusHeader,
  ...values.map(({ read, shown = read ?? "" }, index) => [`v${index}`, String(shown), ""]),
  ...prices.map(([, shown], index) => [`p${index}`, "", shown]),
  ...corpusTexts.map((text) => [text.toWellFormed(), text.toWellFormed(), ""]),
]
