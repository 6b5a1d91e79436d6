import * as Effect from "effect/Effect"
import { requireBrand } from "../changes/changeTarget.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { invalidValue } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { momentIn } from "../kernel/momentIn.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { isArchived } from "../lists/rules/placementAt.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { eachType } from "../prices/rules/pairs.ts"
import type { PriceSheetRequest, SheetRow } from "./PriceSheet.ts"
import { pairCalled } from "./rules/pairCalled.ts"
import { findSheet, inList, ofPairs, tokenHeading, underscored } from "./rules/sheetColumns.ts"
import { sheetIdentity } from "./rules/sheetIdentity.ts"
import { plural } from "./rules/sheetOutcomes.ts"
import { readSheetRow, tokenOf } from "./rules/sheetRow.ts"

export const unreadable = (problem: string) => invalidValue("sheet", null, problem)

/** This many rows take some milliseconds. */
const rowsAtOnce = 1_000

/** Does the same for each row, and lets every other call go on now and then. */
const eachRow = Effect.fnUntraced(function* <A>(rows: ReadonlyArray<SheetRow>, read: (row: SheetRow) => A) {
  const parts = [...Map.groupBy(rows, (_, place) => Math.floor(place / rowsAtOnce)).values()]
  return (yield* oneByOne(parts, (part) => Effect.sync(() => part.map(read)))).flat()
})

/** The currency of each list that takes prices. */
const currencies = Effect.fnUntraced(function* (organization: string) {
  const lists = withBase(yield* savedLists(organization))
  const now = yield* currentInstant
  return (priceList: string) => {
    const list = lists.get(priceList)
    return list === undefined || isArchived(list, now) ? undefined : list.currency
  }
})

/** What some rows have, to be known. */
const rowsNote = <Row>(rows: ReadonlyArray<Row>, what: (first: Row) => string): ReadonlyArray<string> =>
  rows.length === 0
    ? []
    : [`${plural(rows.length, "row")} ${rows.length === 1 ? "has" : "have"} ${what(rows[0]!)}`]

/** Reads the rows of a sheet, once it is known whose it is. */
export const readPriceSheet = Effect.fnUntraced(function* (organization: string, request: PriceSheetRequest) {
  const { sheet, key_column, effective_from, decimal_mark } = request
  yield* requireWithin(
    "sheet_rows",
    sumOf(sheet.sheets, ({ rows }) => rows.length),
    ["sheet"],
  )
  // in the brand's zone it is a day of each row; here, that the calendar has it
  if (effective_from !== null) yield* momentIn("UTC", "effective_from", effective_from)
  const found = findSheet(sheet, key_column)
  if (typeof found === "string") return yield* unreadable(found)
  const { rows, heading } = found
  const below = rows.slice(heading + 1)
  if (below.length === 0)
    return yield* unreadable(
      "The sheet has headings, and no rows below them: write rows, or export the sheet again",
    )
  const tokens = yield* eachRow(below, (row) => tokenOf(row, found.columns))
  const whole = tokens.filter((token) => typeof token === "object")
  const written = eachType(whole.flatMap(({ prices }) => prices))
  const called = ofPairs(found.columns, written)
  const identity = sheetIdentity(whole, written, called, organization, request.brand_key)
  if (typeof identity === "string") return yield* unreadable(identity)
  const currencyOf = yield* currencies(organization)
  const { used_types, policy } = yield* requireBrand(organization, identity.brand_key)
  const types = new Set([
    ...written.map(({ price_type }) => price_type),
    ...used_types,
    ...(policy.price_types ?? []),
  ])
  const slip = underscored(called.unread, types)
  if (slip !== undefined) return yield* unreadable(slip)
  // what Hangtag wrote says of which lists it is
  const price_list = (whole.length === 0 ? request.price_list : null) ?? basePriceList
  const columns = inList(called, price_list)
  const reading = {
    ...{ columns, price_list, currencyOf, decimal_mark, effective_from, is_1904: sheet.is_1904 },
    called: pairCalled({ types, price_list, isList: (list) => currencyOf(list) !== undefined }),
  }
  const places = new Map(below.map((row, place) => [row, place]))
  const read = yield* eachRow(below, (row) => readSheetRow(row, tokens[places.get(row)!], reading))
  const unseen = read.filter(({ outcome }, place) => outcome === "read" && tokens[place] === undefined)
  const notes = [
    ...identity.notes,
    ...rowsNote(
      whole.length === 0 ? [] : unseen,
      () =>
        `nothing in the column "${tokenHeading}", which says what prices were: new amounts are judged by what they are now, whatever was typed over prices`,
    ),
    ...rowsNote(
      read.flatMap(({ dayAlone }) => dayAlone ?? []),
      (first) =>
        `a day and no new amount beside it, first in ${first}: a day alone changes nothing; write the new amount, or end where the price is to end`,
    ),
    ...rowsNote(
      read.flatMap(({ stray }) => stray ?? []),
      (first) => `a cell below no heading, first in ${first}: it is not read: give its column a heading`,
    ),
  ]
  return { name: found.name, before: heading + 1, identity, notes, read }
})
