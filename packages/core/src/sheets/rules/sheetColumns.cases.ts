import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { ListedType } from "../../prices/rules/pairs.ts"

export interface SheetHeadingGiven {
  readonly heading: string
  /** What the rows were written of, `MAP@EU` of another list than `base`; none in a sheet of one's own. */
  readonly pairs?: ReadonlyArray<string>
}

const row = (
  heading: string,
  [price_type, price_list]: readonly [string, string],
  why: string,
  pairs?: ReadonlyArray<string>,
): Case<SheetHeadingGiven, ListedType> => ({
  name: `${JSON.stringify(heading)}${pairs === undefined ? "" : ` of ${JSON.stringify(pairs)}`}`,
  given: { heading, ...(pairs && { pairs }) },
  expect: { price_type, price_list },
  why,
})

const anyText = "The key of a list may be any text."

/** Of which price type and list the amounts below a heading are. */
export const sheetHeadingCases: ReadonlyArray<Case<SheetHeadingGiven, ListedType>> = [
  row("MAP new", ["MAP", "base"], "No list is named."),
  row("MAP [EU] new", ["MAP", "EU"], "The list is."),
  row("MAP [x]] new", ["MAP", "x]"], anyText),
  row("MAP [x] new] new", ["MAP", "x] new"], anyText),
  row("MAP [[y] new", ["MAP", "[y"], anyText),
  row("MAP [a~b] new", ["MAP", "a~b"], anyText),
  row("MAP [EU shown] new", ["MAP", "EU shown"], anyText),
  row("MAP [ X] new", ["MAP", " X"], anyText),
  row("MAP [base ] new", ["MAP", "base "], anyText),
  row("MAP [none] new", ["MAP", "none"], anyText),
  row("MAP [a [b] new", ["MAP [a", "b"], "Nothing says which: the shortest list."),
  row("MAP [a [b] new", ["MAP", "a [b"], "It was written of that list.", ["MAP@a [b"]),
  row("MAP [net] new", ["MAP [net]", "base"], "It was written of that price type.", ["MAP [net]"]),
  row("map [eu] new", ["MAP", "EU"], "Case does not count.", ["MAP@EU", "MAP"]),
  row("MAP [eu] new", ["MAP", "eu"], "It counts where the sheet has lists that differ in it.", [
    "MAP@EU",
    "MAP@eu",
  ]),
  row(
    "map [eu] new",
    ["map", "eu"],
    "It may mean either: rows with an amount there are refused, as of no pair that the sheet has.",
    ["MAP@EU", "MAP@eu"],
  ),
]
