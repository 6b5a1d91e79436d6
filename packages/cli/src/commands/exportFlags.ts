import type { FileOptions } from "@hangtag/core"
import { csvDecimals } from "@hangtag/core/adapter"
import { Option } from "effect"
import { Flag } from "effect/cli"

const repeatable = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; repeatable`), Flag.atLeast(0))

/** Which products and columns. */
export const selectionFlags = {
  products: repeatable("product", "A product key; every product when left out").pipe(Flag.withAlias("p")),
  labels: repeatable("label", "Only versions with this label, or another one given so"),
  sources: repeatable("source", "Only versions from this source, or another one given so"),
  latest: Flag.Boolean("latest").pipe(
    Flag.withDescription("Only the latest version of each product"),
    Flag.withDefault(false),
  ),
  columns: repeatable(
    "column",
    "NAME=FIELD or NAME=FIELD:SUB_FIELD, with \\= and \\: for such characters in them; one row per property when left out",
  ).pipe(Flag.withAlias("c")),
  types: repeatable(
    "type",
    "Of one row per property: also one for the price of this type in each price list",
  ),
  lists: repeatable(
    "price-list",
    "The price list that prices are of, base when left out; without columns a row each",
  ),
}

/** Whose prices are meant. */
export const priceFlag = Flag.String("price-as-of").pipe(
  Flag.withDescription(
    "Prices in force at this date-time with offset, such as 2026-12-01T00:00:00Z, a future one too; now when left out",
  ),
  Flag.optional,
)

/** What was known of prices is meant. */
export const knownFlag = Flag.String("price-known-at").pipe(
  Flag.withDescription(
    "Prices as the catalog would have said them at this date-time with offset; as it says them now when left out",
  ),
  Flag.optional,
)

const delimiters = { ",": ",", ";": ";", tab: "\t", "|": "|" } as const

/** How the file is written; the names are those of `file_options`. */
export const fileFlags = {
  csv_delimiter: Flag.Literals("csv-delimiter", [",", ";", "tab", "|"]).pipe(
    Flag.withDescription("Between the cells of csv; comma when left out"),
    Flag.optional,
  ),
  csv_decimal: Flag.Literals("csv-decimal", csvDecimals).pipe(
    Flag.withDescription("The decimal sign of numbers in csv; point when left out"),
    Flag.optional,
  ),
  csv_bom: Flag.Boolean("csv-bom").pipe(
    Flag.withDescription("Begin csv with a byte order mark, by which Excel tells UTF-8"),
    Flag.optional,
  ),
  csv_formula_guard: Flag.Boolean("csv-formula-guard").pipe(
    Flag.withDescription(
      "Put an apostrophe before texts in csv that a spreadsheet would run; yes when left out",
    ),
    Flag.optional,
  ),
  list_separator: Flag.String("list-separator").pipe(
    Flag.withDescription('Between the items of a list in one cell; "; " when left out'),
    Flag.optional,
  ),
  about_sheet: Flag.Boolean("about-sheet").pipe(
    Flag.withDescription("Add a last sheet to xlsx that tells of the export"),
    Flag.withDefault(false),
  ),
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
  format: Flag.Literals("format", ["xlsx", "csv"]).pipe(
    Flag.withDescription("As the output's extension says when left out; xlsx without an output, csv to -"),
    Flag.optional,
  ),
  gzip: Flag.Boolean("gzip").pipe(Flag.withDescription("Compress csv"), Flag.withDefault(false)),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withDescription("Where the file goes: a path, or - for standard output"),
    Flag.optional,
  ),
  // -o is the output here
  organization: Flag.String("organization").pipe(
    Flag.withDescription("The organization to work in"),
    Flag.withDefault("demo"),
  ),
}
