import * as Effect from "effect/Effect"
import { requireBrand } from "../changes/changeTarget.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { requireWithin } from "../kernel/CallLimits.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { momentIn } from "../kernel/momentIn.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { isArchived } from "../lists/rules/placementAt.ts"
import { withBase } from "../lists/rules/shownList.ts"
import type { PriceSheetRequest, SheetRow } from "./PriceSheet.ts"
import { pairCalled } from "./rules/pairCalled.ts"
import { findSheet, inList, ofPairs, tokenHeading, underscored } from "./rules/sheetColumns.ts"
import { sheetIdentity, writtenPairs } from "./rules/sheetIdentity.ts"
import { plural } from "./rules/sheetOutcomes.ts"
import { readSheetRow, tokenOf } from "./rules/sheetRow.ts"

export const unreadable = (problem: string) =>
  new InvalidRequest({ fields: [valueFault(["sheet"], null, problem)] })

/** This many rows take some milliseconds. */
const rowsAtOnce = 1_000

/** Does the same for each row, and lets every other call go on now and then. */
const eachRow = Effect.fnUntraced(function* <A>(rows: ReadonlyArray<SheetRow>, read: (row: SheetRow) => A) {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  )
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

/** Reads the rows of a sheet, once it is known whose it is. */
export const readPriceSheet = Effect.fnUntraced(function* (organization: string, request: PriceSheetRequest) {
  const { sheet, key_column, effective_from, decimal_mark } = request
  yield* requireWithin(
    "sheet_rows",
    sheet.sheets.reduce((sum, { rows }) => sum + rows.length, 0),
    ["sheet"],
  )
  // in the brand's zone it is a day of each row; here, that the calendar has it
  if (effective_from !== null) yield* momentIn("UTC", "effective_from", effective_from)
  const found = findSheet(sheet, key_column)
  if ("problem" in found) return yield* unreadable(found.problem)
  const { rows, heading } = found
  const below = rows.slice(heading + 1)
  if (below.length === 0)
    return yield* unreadable(
      "The sheet has headings, and no rows below them: write rows, or export the sheet again",
    )
  const tokens = yield* eachRow(below, (row) => tokenOf(row, found.columns))
  const whole = tokens.filter((token) => typeof token === "object")
  const written = writtenPairs(whole)
  const called = ofPairs(found.columns, written)
  const identity = sheetIdentity(whole, written, called, organization, request.brand_key)
  if ("problem" in identity) return yield* unreadable(identity.problem)
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
  const unseen = read.filter(({ outcome }, place) => outcome === "read" && tokens[place] === undefined).length
  const has = (rows: number) => (rows === 1 ? "has" : "have")
  const notes = [...identity.notes]
  if (whole.length > 0 && unseen > 0)
    notes.push(
      `${plural(unseen, "row")} ${has(unseen)} nothing in the column "${tokenHeading}", which says what prices were: new amounts are judged by what they are now, and nothing is known of what was typed over prices`,
    )
  const daysAlone = read.flatMap(({ dayAlone }) => dayAlone ?? [])
  if (daysAlone.length > 0)
    notes.push(
      `${plural(daysAlone.length, "row")} ${has(daysAlone.length)} a day and no new amount beside it, first in ${daysAlone[0]}: a day alone changes nothing; write the new amount, or end where the price is to end`,
    )
  const strays = read.flatMap(({ stray }) => stray ?? [])
  if (strays.length > 0)
    notes.push(
      `${plural(strays.length, "row")} ${has(strays.length)} a cell below no heading, first in ${strays[0]}: it is not read; give its column a heading, if it is to be`,
    )
  return { name: found.name, before: heading + 1, identity, notes, read }
})
