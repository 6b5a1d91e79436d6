import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

/** A text, or a number of days as spreadsheets count them. */
export interface WrittenDateGiven {
  readonly cell: string | number
  readonly is_1904?: true
}

const row = (
  cell: string | number,
  expect: string,
  why: string,
  given: Pick<WrittenDateGiven, "is_1904"> = {},
): Case<WrittenDateGiven, string> => ({
  name: `${JSON.stringify(cell)}${given.is_1904 ? " from 1904" : ""}`,
  given: { cell, ...given },
  expect,
  why,
})

/** The date, `nothing`, or `refused` and how it goes on. */
export const writtenDateCases: ReadonlyArray<Case<WrittenDateGiven, string>> = [
  row(46357, "2026-12-01", "A day as a spreadsheet keeps it."),
  row(44895, "2026-12-01", "The same in a workbook that counts from 1904.", { is_1904: true }),
  row(46357.375, "2026-12-01T09:00:00", "A fraction is a time of the day, of the brand's clock."),
  row(46357.999999, "2026-12-02", "To the second, as they are shown."),
  row(2026, "refused: is the number 2026", "A year is no day."),
  row(20261201, "refused: is no date", "A day that became a number."),
  row(-1, "refused: is the number -1", "No day is."),
  row("2026-12-01", "2026-12-01", "ISO 8601."),
  row("2026-12-01T09:00:00-05:00", "2026-12-01T09:00:00-05:00", "An instant."),
  row("2026-12-01 00:00:00", "2026-12-01", "A day as programs write it into csv."),
  row("2026-12-01 09:30", "2026-12-01T09:30", "A time of the brand's clock."),
  row("2026/12/1", "2026-12-01", "The year first: one way to read it."),
  row("1.12.2026", "2026-12-01", "With points the day comes first everywhere."),
  row("12/25/2026", "2026-12-25", "There is one way to read it."),
  row("25/12/2026", "2026-12-25", "The same."),
  row("12/12/2026", "2026-12-12", "Both ways are one day."),
  row("12/1/2026", "refused: can be read as 2026-12-01 or 2026-01-12", "Nothing says which comes first."),
  row("2026-02-30", "refused: is no date", "There is no such day."),
  row("1.12.26", "refused: is no date", "A year has four digits."),
  row("next monday", "refused: is no date", "It is another day tomorrow."),
  row("46357", "refused: is no date", "In csv a number is no day."),
  row("", "nothing", "The day that the request names, or for good."),
]
