import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

/**
 * A price sheet of brand B1, whose product P1 has the variants A, B and 00123 in black, on 2026-06-01. Rows are from
 * row 1 on; cells are texts, `#` before a number, behind it ` in $` where its
 * format names a currency and ` as date` where it shows a day, `!` before an error, `=` before the value that a formula has; `token`
 * stands for a row's token of the moment 2026-05-01: `token A MAP 100.00`, without an amount where there was none; of another
 * list than `base` with its own price and what it showed, `MAP@EU none 100.00`, and without that where the sheet was written before
 * tokens said it.
 */
export interface PriceSheetGiven {
  /** Written before the sheet is taken back. */
  readonly prices: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly on_conflict?: "overwrite" | "refuse"
  /** From when on rows without a day hold. */
  readonly effective_from?: string
}

type Row = Case<PriceSheetGiven, ReadonlyArray<string>>

const prices = [
  "A MAP 100.00 from 2026-01-01",
  "B MAP 100.00 from 2026-01-01",
  "00123 MAP 90.750 from 2026-01-01",
]
/** As a sheet is written. */
const written = ["variant_key", "MAP", "MAP new", "MAP from", "MAP until", "hangtag row"]
const a = (amount: string, from = "", until = "", seen = "#100") => [
  "A",
  seen,
  amount,
  from,
  until,
  "token A MAP 100.00",
]
const b = (amount: string, from = "", until = "") => ["B", "#100", amount, from, until, "token B MAP 100.00"]
const first = "#46357"
/** Somebody's own. */
const own = ["SKU", "type", "amount", "from"]
const withoutBasis = "noted: The sheet does not say what prices were when it was written"
/** Of two lists; the other one has prices of its own of some variants. */
const ofLists = [
  "MAP",
  "MAP new",
  "MAP [EU] shown",
  "MAP [EU]",
  "MAP [EU] new",
  "MAP [EU] from",
  "hangtag row",
]
const eu = (shown: string, own = "", amount = "", seen = "none 100.00") => [
  ...["#100", "", shown, own, amount, amount && first],
  `token A MAP 100.00, MAP@EU ${seen}`,
]

const row = (
  name: string,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  expect: ReadonlyArray<string>,
  why: string,
  given: Partial<PriceSheetGiven> = {},
): Row => ({ name, given: { prices, rows, ...given }, expect, why })

/** What each row comes to, but those that are ignored without a reason; then the counts of those that are not listed, and what all of it is refused for. */
export const priceSheetCases: ReadonlyArray<Row> = [
  row(
    "a sheet that was not edited",
    [written, a(""), b("")],
    ["unchanged 2, ignored 1", "refused as empty"],
    "An empty new amount leaves the price as it is.",
  ),
  row(
    "one cell",
    [written, a("#129.95", first), b("")],
    ["2 changed: A MAP 129.95 from 2026-12-01", "unchanged 1, ignored 1"],
    "What was edited changes, and nothing else.",
  ),
  row(
    "days that are filled in all the way down",
    [written, a("", first), b("", first)],
    [
      "unchanged 2, ignored 1",
      "noted: 2 rows have a day and no new amount beside it, first in D2",
      "refused as empty",
    ],
    "Without an amount they say nothing, and that is said.",
  ),
  row(
    "an end without an amount",
    [written, a("", "", "2026-12-24"), b("#95", first, "2026-12-24")],
    [
      "3 changed: B MAP 95 from 2026-12-01 until 2026-12-24",
      "unchanged 1, ignored 1",
      "noted: 1 row has a day and no new amount beside it, first in E2",
    ],
    "A price that is to end has a word.",
  ),
  row(
    "a day for two types, one of which has an amount",
    [
      ["MAP new", "MSRP new", "MSRP until", "from", "hangtag row"],
      ["#95", "", "", first, "token A MAP 100.00, MSRP"],
      ["#95", "", first, first, "token B MAP 100.00, MSRP"],
    ],
    [
      "2 changed: A MAP 95 from 2026-12-01",
      "3 changed: B MAP 95 from 2026-12-01",
      "ignored 1",
      "noted: 1 row has a day and no new amount beside it, first in C3",
    ],
    "It is for the one that has; a day of the other's own is for none.",
  ),
  row(
    "the same amount",
    [written, a("#100", first)],
    ["2 unchanged: A MAP 100 from 2026-12-01", "ignored 1", "refused as empty"],
    "It is so already.",
  ),
  row(
    "a price for some days",
    [written, a("#80", first, "2026-12-24")],
    ["2 changed: A MAP 80 from 2026-12-01 until 2026-12-24", "ignored 1"],
    "`until` ends it.",
  ),
  row(
    "headings alone",
    [written],
    ["refused: The sheet has headings, and no rows below them: write rows, or export the sheet again"],
    "It may have been cut off.",
  ),
  row(
    "an end before the beginning",
    [written, a("#80", first, "2026-11-24")],
    ["2 refused at C2", "ignored 1", "refused as empty"],
    "It would never be in force.",
  ),
  row(
    "no day",
    [written, a("#80")],
    ["2 refused at D2", "ignored 1", "refused as empty"],
    "A price needs one.",
  ),
  row(
    "no day, and one for the sheet",
    [written, a("#80")],
    ["2 changed: A MAP 80 from 2026-12-01", "ignored 1"],
    "The request may say it once.",
    { effective_from: "2026-12-01" },
  ),
  row(
    "an amount in the column of prices",
    [written, a("", "", "", "#90")],
    ["2 refused at B2", "ignored 1", "refused as empty"],
    "It would be lost silently.",
  ),
  row(
    "a price that was emptied",
    [written, a("", "", "", "")],
    ["2 refused at B2", "ignored 1", "refused as empty"],
    "It may be meant as its end, which has a word.",
  ),
  row(
    "what a list shows, not edited",
    [
      ofLists,
      eu("#100"),
      eu("100.00"),
      eu("#90.75", "90,75", "", "90.750 90.750"),
      eu("91.00", "", "", "none 91.001"),
      eu("", "", "", "none none"),
      eu("", "#80", "", "80 none"),
      eu("85,13", "85.12", "", "85.125 85.125"),
      eu("1.01", "", "", "none 1.005"),
    ],
    ["unchanged 8, ignored 1", "refused as empty"],
    "Programs write it in their ways, or round it as it is shown.",
  ),
  row(
    "an amount in the column of what a list shows",
    [ofLists, eu("#90"), eu("#90", "#80", "", "80 80"), eu("#90", "", "#90"), eu("#90", "", "", "none none")],
    [
      "2 refused at C2",
      "3 refused at C3",
      "4 refused at C4",
      "5 refused at C5",
      "ignored 1",
      "refused as empty",
    ],
    "It would be lost silently.",
  ),
  row(
    "what a list shows, emptied",
    [ofLists, eu(""), eu("", "#80", "", "80 80")],
    ["unchanged 2, ignored 1", "refused as empty"],
    "The list has it from above, where nothing ends by it.",
  ),
  row(
    "what a list shows, in a sheet of before",
    [ofLists, eu("#90", "", "", "none"), eu("#90", "#80", "", "80")],
    ["unchanged 2, ignored 1", "refused as empty"],
    "Its tokens do not say it: nothing is known to be edited.",
  ),
  row(
    "a price that another program wrote in its way",
    [written, ["#123", "#90.75", "", "", "", "token 00123 MAP 90.750"]],
    ["unchanged 1, ignored 1", "refused as empty"],
    "Numbers have no zeros in front, nor behind.",
  ),
  row(
    "a key that became a number",
    [written, ["#123", "#90.75", "#89", first, "", "token 00123 MAP 90.750"]],
    ["2 changed: 00123 MAP 89 from 2026-12-01", "ignored 1"],
    "The token says which key it was.",
  ),
  row(
    "columns that were sorted without the others",
    [written, ["B", "#100", "#89", first, "", "token A MAP 100.00"]],
    ["2 refused at A2", "ignored 1", "refused as empty"],
    "It is unknown whose amount it is.",
  ),
  row(
    "columns that were moved, and one more",
    [
      ["notes", "MAP from", "hangtag row", "MAP new"],
      ["call Ann", first, "token A MAP 100.00", "#89"],
    ],
    ["2 changed: A MAP 89 from 2026-12-01", "ignored 1"],
    "Headings find columns, tokens find rows.",
  ),
  row(
    "a heading that was changed",
    [
      ["variant_key", "MAP", "MAP neu", "hangtag row", "MSRP new"],
      ["A", "#100", "#89", "token A MAP 100.00", ""],
    ],
    ['refused: The sheet has no column "MAP new"'],
    "Its amounts would be lost silently.",
  ),
  row(
    "a title above the headings",
    [["Winter"], written, a("#129.95", first)],
    ["3 changed: A MAP 129.95 from 2026-12-01", "ignored 2"],
    "People write above tables, too.",
  ),
  row(
    "a row of notes, and headings again",
    [written, a("#129.95", first), ["", "", "", "see Ann"], written],
    ["2 changed: A MAP 129.95 from 2026-12-01", "ignored 3"],
    "Rows without variant and amount are no prices.",
  ),
  row(
    "an error",
    [written, a("!#REF!", first)],
    ["2 refused at C2", "ignored 1", "refused as empty"],
    "There is no amount.",
  ),
  row(
    "a formula",
    [written, a("=95", first)],
    ["2 changed: A MAP 95 from 2026-12-01 (formula)", "ignored 1"],
    "Its value is taken, and that is said.",
  ),
  row(
    "the end of a price",
    [written, a("end", first), b("End", first)],
    ["2 changed: A MAP end from 2026-12-01", "3 changed: B MAP end from 2026-12-01", "ignored 1"],
    "A word ends it, and never an empty cell.",
  ),
  row(
    "the end of a price that there is not",
    [
      ["MSRP", "MSRP new", "MSRP from", "hangtag row"],
      ["", "end", first, "token A MSRP"],
    ],
    ["2 unchanged: A MSRP end from 2026-12-01", "ignored 1", "refused as empty"],
    "Nothing would end.",
  ),
  row(
    "the end of an end",
    [written, a("end", first, "2026-12-24")],
    ["2 refused at E2", "ignored 1", "refused as empty"],
    "What holds after it is a price of its own.",
  ),
  row(
    "the end of a price, and a price after it",
    [written, a("end", first), a("#90", "2026-12-24")],
    ["2 changed: A MAP end from 2026-12-01", "3 changed: A MAP 90 from 2026-12-24", "ignored 1"],
    "From two days on they are two changes.",
  ),
  row(
    "a row twice, with an amount and an end",
    [written, a("end", first), a("#96", first)],
    ["2 refused at C2", "3 refused at C3", "ignored 1", "refused as empty"],
    "It is unknown which one is meant.",
  ),
  row(
    "the end of a price that moved",
    [written, a("end", first)],
    ["2 conflict: A MAP 100.00 then, 110.00 now", "ignored 1", "refused as empty"],
    "It may be another price that was to end.",
    { prices: [...prices, "A MAP 110.00 from 2026-05-20"] },
  ),
  row(
    "a row twice",
    [written, a("#95", first), a("#95.00", first)],
    ["2 changed: A MAP 95 from 2026-12-01", "3 ignored", "ignored 1"],
    "It asks for the same, and counts once.",
  ),
  row(
    "a row twice, with two amounts",
    [written, a("#95", first), a("#96", first), b("#95", first)],
    ["2 refused at C2", "3 refused at C3", "4 changed: B MAP 95 from 2026-12-01", "ignored 1"],
    "It is unknown which one is meant; the others go on.",
  ),
  row(
    "two prices one after another",
    [written, a("#95", first), a("#90", "2026-12-10")],
    ["2 changed: A MAP 95 from 2026-12-01", "3 changed: A MAP 90 from 2026-12-10", "ignored 1"],
    "From two days on they are two changes.",
  ),
  row(
    "a price that moved",
    [written, a("#95", first), b("#95", first)],
    ["2 conflict: A MAP 100.00 then, 110.00 now", "3 changed: B MAP 95 from 2026-12-01", "ignored 1"],
    "It was published after the sheet was written: it is left out.",
    { prices: [...prices, "A MAP 110.00 from 2026-05-20"] },
  ),
  row(
    "a price that moved, all the same",
    [written, a("#95", first)],
    ["2 changed: A MAP 95 from 2026-12-01", "ignored 1"],
    "The caller has seen it.",
    { prices: [...prices, "A MAP 110.00 from 2026-05-20"], on_conflict: "overwrite" },
  ),
  row(
    "a price that moved, and then nothing",
    [written, a("#95", first), b("#95", first)],
    [
      "2 conflict: A MAP 100.00 then, 110.00 now",
      "3 changed: B MAP 95 from 2026-12-01",
      "ignored 1",
      "refused as sheet_moved",
    ],
    "All or nothing, where that is asked for.",
    { prices: [...prices, "A MAP 110.00 from 2026-05-20"], on_conflict: "refuse" },
  ),
  row(
    "prices that are to come",
    [written, a("#95", first), b("#95", first)],
    [
      "2 changed: A MAP 95 from 2026-12-01",
      "3 changed: B MAP 95 from 2026-12-01",
      "ignored 1",
      "noted: Other prices are to come where new ones are written, and stay: 2 later, 1 earlier",
    ],
    "What was scheduled stays, and what waits as a draft: a new price may hold for less long than it seems.",
    {
      prices: [
        ...prices,
        "A MAP 110.00 from 2026-11-20",
        "A MAP 120.00 from 2027-02-01",
        "B MAP 120.00 from 2027-02-01 draft",
      ],
    },
  ),
  row(
    "a price that is to come on the same day",
    [written, a("#95", first)],
    ["2 changed: A MAP 95 from 2026-12-01", "ignored 1", "refused as collides"],
    "One of them would not be seen: it is asked about.",
    { prices: [...prices, "A MAP 110.00 from 2026-12-01"] },
  ),
  row(
    "a price that moved and is not edited",
    [written, a("")],
    ["unchanged 1, ignored 1", "refused as empty"],
    "Nothing is asked of it.",
    { prices: [...prices, "A MAP 110.00 from 2026-05-20"] },
  ),
  row(
    "a variant without a price",
    [
      ["MAP new", "MAP from", "hangtag row"],
      ["#95", first, "token A MSRP"],
    ],
    ["2 refused at A2", "ignored 1", 'noted: The column "MSRP new" is not in the sheet', "refused as empty"],
    "The row was written of another price type.",
  ),
  row(
    "a first price",
    [
      ["MSRP", "MSRP new", "MSRP from", "hangtag row"],
      ["", "#150", first, "token A MSRP"],
    ],
    ["2 changed: A MSRP 150 from 2026-12-01", "ignored 1"],
    "There was none, and there is none.",
  ),
  row(
    "a sheet of one's own",
    [own, ["A", "MAP", "95,00", "2026-12-01"], ["B", "MAP", "100", "2026-12-01"]],
    [
      "2 changed: A MAP 95.00 from 2026-12-01",
      "3 unchanged: B MAP 100 from 2026-12-01",
      "ignored 1",
      withoutBasis,
    ],
    "It is judged without a basis.",
    {},
  ),
  row(
    "a sheet that has lost its hidden column",
    [
      ["variant_key", "MAP", "MAP new", "from"],
      ["A", "#80", "", ""],
      ["B", "#100", "#95", first],
    ],
    [
      "3 changed: B MAP 95 from 2026-12-01",
      "unchanged 1, ignored 1",
      `${withoutBasis}: it is judged by what they are now, and amounts are read from columns called new alone`,
    ],
    "Whether a price was typed over is not known any more.",
  ),
  row(
    "rows that have lost their hidden cell",
    [written, a("#95", first), ["B", "#80", "", "", "", ""]],
    [
      "2 changed: A MAP 95 from 2026-12-01",
      "unchanged 1, ignored 1",
      'noted: 1 row has nothing in the column "hangtag row"',
    ],
    "The same of some rows.",
  ),
  row(
    "a variant that there is not",
    [own, ["X", "MAP", "95", "2026-12-01"]],
    ["2 refused at C2", "ignored 1", withoutBasis, "refused as empty"],
    "It may be misspelled.",
  ),
  row(
    "keys that a spreadsheet has changed",
    [
      own,
      ["#46054 as date", "MAP", "95", "2026-12-01"],
      ["4.00638E+12", "MAP", "95", "2026-12-01"],
      ["#1234567890123450", "MAP", "95", "2026-12-01"],
      ["!#N/A", "MAP", "95", "2026-12-01"],
      ["#46054 as date", "MAP", "", ""],
    ],
    [
      ...["2 refused at A2", "3 refused at A3", "4 refused at A4", "5 refused at A5"],
      ...["unchanged 1, ignored 1", withoutBasis, "refused as empty"],
    ],
    "What it was is lost, and what became of it may be another variant's key.",
  ),
  row(
    "an amount without a price type",
    [own, ["A", "", "95", "2026-12-01"]],
    ["2 refused", "ignored 1", withoutBasis, "refused as empty"],
    "Nothing says which it is.",
  ),
  row(
    "a list that there is not",
    [
      [...own, "price_list"],
      ["A", "MAP", "95", "2026-12-01", "EU"],
    ],
    ["2 refused at C2", "ignored 1", withoutBasis, "refused as empty"],
    "It may be misspelled.",
  ),
  row(
    "a file that is no price sheet",
    [
      ["id", "title"],
      ["1", "Boot"],
    ],
    ["refused: The file is no price sheet"],
    "Nothing of it is read.",
  ),
  row(
    "a token that was typed over",
    [written, ["A", "#100", "#95", first, "", "h1~x"]],
    ["2 refused at F2", "ignored 1", withoutBasis, "refused as empty"],
    "It is unknown which row it was.",
  ),
  row(
    "a cell below no heading, right of a new amount",
    [
      ["variant_key", "MAP from", "MAP new"],
      ["A", "2026-12-01", "1", "299.00"],
      ["B", "2026-12-01", "95", "", "50"],
      ["00123", "2026-12-01", "95"],
    ],
    [
      "2 refused at D2",
      "3 refused at E3",
      "4 changed: 00123 MAP 95 from 2026-12-01",
      "ignored 1",
      withoutBasis,
    ],
    "In csv 1,299.00 without quotes is two cells: 1 is not what was meant.",
  ),
  row(
    "cells below no heading, of rows that ask for nothing",
    [
      ["variant_key", "MAP new", "MAP from"],
      ["A", "", "", "call Ann"],
      ["B", "", "", "", "95"],
    ],
    [
      "unchanged 2, ignored 1",
      withoutBasis,
      "noted: 2 rows have a cell below no heading, first in D2",
      "refused as empty",
    ],
    "They may be notes, or what was to be written elsewhere: that is said.",
  ),
  row(
    "cells below no heading, left of new amounts",
    [
      ["", "variant_key", "MAP new", "MAP from"],
      ["#1", "A", "#95", first],
      ["#2", "B", "", ""],
    ],
    ["2 changed: A MAP 95 from 2026-12-01", "unchanged 1, ignored 1", withoutBasis],
    "Programs number rows so: no part of an amount comes there.",
  ),
  row(
    "a number that is shown with a currency",
    [written, a("#95 in $", first), b("#95", first)],
    ["2 refused at C2", "3 changed: B MAP 95 from 2026-12-01", "ignored 1"],
    "It says what the text $95 says: here that the list has no currency yet.",
  ),
  row(
    "headings and types of one's own in another case",
    [
      ["SKU", "map new", "from"],
      ["A", "95", "2026-12-01"],
    ],
    ["2 changed: A MAP 95 from 2026-12-01", "ignored 1", withoutBasis],
    "The brand has MAP: a slip of case makes no price type.",
  ),
  row(
    "types of rows in another case",
    [own, ["A", "Map", "95", "2026-12-01"], ["B", "MSRP", "150", "2026-12-01"]],
    [
      "2 changed: A MAP 95 from 2026-12-01",
      "3 changed: B MSRP 150 from 2026-12-01",
      "ignored 1",
      withoutBasis,
    ],
    "The same; a type that is like none of the brand's is a new one.",
  ),
  row(
    "a type that two of the brand's are called like",
    [own, ["A", "map", "95", "2026-12-01"], ["B", "Map", "95", "2026-12-01"]],
    ["2 refused at C2", "3 changed: B Map 95 from 2026-12-01", "ignored 1", withoutBasis],
    "It may mean either; to the letter it means one.",
    { prices: [...prices, "A Map 100.00 from 2026-01-01"] },
  ),
  row(
    "a list right behind its type",
    [
      ["SKU", "MAP[KW] new", "from"],
      ["A", "95", "2026-12-01"],
    ],
    ["2 refused at B2", "ignored 1", withoutBasis, "refused as empty"],
    "It is of the list KW, which there is not, and no type MAP[KW].",
  ),
  row(
    "a list behind the type of a row",
    [
      [...own, "price_list"],
      ["A", "MAP [base]", "95", "2026-12-01", ""],
      ["B", "map[base]", "95", "2026-12-01", "EU"],
    ],
    ["2 changed: A MAP 95 from 2026-12-01", "3 refused at C3", "ignored 1", withoutBasis],
    "Rows may call it as headings do; it is one list.",
  ),
  row(
    "an underscore before new",
    [
      ["SKU", "MAP [EU]_new", "MSRP new", "from"],
      ["A", "95", "150", "2026-12-01"],
    ],
    ['refused: The heading "map_[eu]_new" is not of new amounts: write a space before "new"'],
    "Its amounts would be lost silently.",
  ),
  row(
    "apostrophes that csv has before what a spreadsheet would run",
    [
      ["variant_key", "'=MAP new", "'=MAP", "from", "hangtag row"],
      ["A", "#95", "", first, "token A =MAP"],
    ],
    ["2 changed: A =MAP 95 from 2026-12-01", "ignored 1"],
    "They are a guard, and no part of keys.",
  ),
]
