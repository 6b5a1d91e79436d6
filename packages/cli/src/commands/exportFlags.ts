import type { FileOptions } from "@hangtag/core"
import { csvDecimals } from "@hangtag/core/adapter"
import { Option } from "effect"
import { Flag } from "effect/cli"
import { oneOfFlag, textFlag, textsFlag, yesFlag, yesNoFlag } from "../output/flags.ts"

/** Which products and columns. */
export const selectionFlags = {
  products: textsFlag("product", "A product key; every product when left out; repeatable").pipe(
    Flag.withAlias("p"),
  ),
  labels: textsFlag("label", "Only versions with this label, or another one given so; repeatable"),
  sources: textsFlag("source", "Only versions from this source, or another one given so; repeatable"),
  latest: yesFlag("latest", "Only the latest version of each product"),
  columns: textsFlag(
    "column",
    "NAME=FIELD or NAME=FIELD:SUB_FIELD, with \\= and \\: for such characters in them; one row per property when left out; repeatable",
  ).pipe(Flag.withAlias("c")),
  types: textsFlag(
    "type",
    "Of one row per property: also one for the price of this type in each price list; repeatable",
  ),
  lists: textsFlag(
    "price-list",
    "The price list that prices are of, base when left out; without columns a row each; repeatable",
  ),
}

/** Whose prices are meant. */
export const priceFlag = textFlag(
  "price-as-of",
  "Prices in force at this date-time with offset, such as 2026-12-01T00:00:00Z, a future one too; now when left out",
)

/** What was known of prices is meant. */
export const knownFlag = textFlag(
  "price-known-at",
  "Prices as the catalog would have said them at this date-time with offset; as it says them now when left out",
)

const delimiters = { ",": ",", ";": ";", tab: "\t", "|": "|" } as const

/** How the file is written; the names are those of `file_options`. */
export const fileFlags = {
  csv_delimiter: oneOfFlag(
    "csv-delimiter",
    [",", ";", "tab", "|"],
    "Between the cells of csv; comma when left out",
  ),
  csv_decimal: oneOfFlag(
    "csv-decimal",
    csvDecimals,
    "The decimal sign of numbers in csv; point when left out",
  ),
  csv_bom: yesNoFlag("csv-bom", "Begin csv with a byte order mark, by which Excel tells UTF-8"),
  csv_formula_guard: yesNoFlag(
    "csv-formula-guard",
    "Put an apostrophe before texts in csv that a spreadsheet would run; yes when left out",
  ),
  list_separator: textFlag("list-separator", 'Between the items of a list in one cell; "; " when left out'),
  about_sheet: yesFlag("about-sheet", "Add a last sheet to xlsx that tells of the export"),
}

type FileFlags = {
  readonly [Name in keyof typeof fileFlags]: (typeof fileFlags)[Name] extends Flag.Flag<infer Value>
    ? Value
    : never
}

export const fileOptionsOf = (flags: FileFlags, gzip: boolean): FileOptions => ({
  csv_delimiter: Option.getOrNull(Option.map(flags.csv_delimiter, (name) => delimiters[name])),
  csv_decimal: Option.getOrNull(flags.csv_decimal),
  csv_bom: Option.getOrNull(flags.csv_bom),
  csv_formula_guard: Option.getOrNull(flags.csv_formula_guard),
  list_separator: Option.getOrNull(flags.list_separator),
  about_sheet: flags.about_sheet,
  gzip,
})

/** Which kind of file, and where it goes. */
export const targetFlags = {
  format: oneOfFlag(
    "format",
    ["xlsx", "csv"],
    "As the output's extension says when left out; xlsx without an output, csv to -",
  ),
  gzip: yesFlag("gzip", "Compress csv"),
  output: textFlag("output", "Where the file goes: a path, or - for standard output").pipe(
    Flag.withAlias("o"),
  ),
  // -o is the output here
  organization: Flag.String("organization").pipe(
    Flag.withDescription("The organization to work in"),
    Flag.withDefault("demo"),
  ),
}
