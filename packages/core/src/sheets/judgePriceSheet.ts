import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { changeTally, emptyChange } from "../changes/changeTally.ts"
import { requireBrand, targetOf } from "../changes/changeTarget.ts"
import { changeSize } from "../changes/colorwaySize.ts"
import { planColorways } from "../changes/eachColorway.ts"
import { inPlan, inTurn } from "../changes/inTurn.ts"
import { PriceChangeRefused } from "../changes/PriceChangeRefused.ts"
import type { Act, ChangePart } from "../changes/PriceChangeRepository.ts"
import { inLists, pairsOf } from "../changes/rules/ColorwayFound.ts"
import { changeColorway } from "../changes/rules/changeColorway.ts"
import type { TimedChangeLine } from "../changes/rules/changeSteps.ts"
import { noWrites } from "../changes/rules/colorwayWrites.ts"
import { timedChangeLines } from "../changes/timedChangeLines.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { CallLimits } from "../kernel/CallLimits.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { earliestOf, instantFromMicros, instantToExactText } from "../kernel/Instant.ts"
import { mostListed } from "../kernel/Listing.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { writtenIn } from "../kernel/rules/effectiveInstant.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { placementAt } from "../lists/rules/placementAt.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { asAnswered } from "../prices/PriceRecord.ts"
import { limited, readListPolicies, readListsAbove } from "../prices/readListsAbove.ts"
import { listsOf, typeName } from "../prices/rules/pairName.ts"
import { priceInForce } from "../prices/rules/priceInForce.ts"
import { brandRails } from "../prices/rules/warnings/guardRails.ts"
import {
  mostSheetRows,
  type PriceSheetRequest,
  type PriceSheetResult,
  type SheetColorway,
  type SheetRow,
} from "./PriceSheet.ts"
import { findSheet, inList, tokenHeading } from "./rules/sheetColumns.ts"
import { type EditJudged, hasMoved, type RowJudged, rowResult, sheetEdits } from "./rules/sheetEdits.ts"
import { sheetIdentity } from "./rules/sheetIdentity.ts"
import { type RowRead, readSheetRow, tokenOf } from "./rules/sheetRow.ts"
import { brandState } from "./rules/sheetToken.ts"

const unreadable = (problem: string) => new InvalidRequest({ fields: [valueFault(["sheet"], null, problem)] })

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
  const port = yield* Effect.serviceOption(PriceListRepository)
  const lists = withBase(Option.isNone(port) ? [] : yield* port.value.all(organization))
  const now = yield* currentInstant
  return (priceList: string) => {
    const list = lists.get(priceList)
    return list === undefined || placementAt(list, now)?.archived === true ? undefined : list.currency
  }
})

/** Reads the rows of a sheet, once it is known whose it is. */
const readRows = Effect.fnUntraced(function* (organization: string, request: PriceSheetRequest) {
  const { sheet, key_column, effective_from, decimal_mark } = request
  yield* requireWithin(
    "sheet_rows",
    sheet.sheets.reduce((sum, { rows }) => sum + rows.length, 0),
    ["sheet"],
  )
  const found = findSheet(sheet, key_column)
  if ("problem" in found) return yield* unreadable(found.problem)
  const { rows, heading } = found
  const below = rows.slice(heading + 1)
  if (below.length === 0) return yield* unreadable("The sheet has headings, and no rows below them")
  const tokens = yield* eachRow(below, (row) => tokenOf(row, found.columns))
  const whole = tokens.filter((token) => typeof token === "object")
  const identity = sheetIdentity(whole, found.columns, organization, request.brand_key)
  if ("problem" in identity) return yield* unreadable(identity.problem)
  const currencyOf = yield* currencies(organization)
  // what Hangtag wrote says of which lists it is
  const price_list = (whole.length === 0 ? request.price_list : null) ?? basePriceList
  const columns = inList(found.columns, price_list)
  const reading = { columns, price_list, currencyOf, decimal_mark, effective_from, is_1904: sheet.is_1904 }
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
  return { name: found.name, before: heading + 1, identity, notes, read }
})

/** Why an amount is no line of a change, by the member that is at fault, in the words of the sheet's headings. */
const lineProblems = {
  effective_from: "holds from a day that there is not",
  effective_until: "ends before it begins: write a later day into until, or leave it empty",
  price_type:
    "is of a price type that cannot be kept: its name is too long, or has characters that are not shown",
  amount: "has too many digits",
} as const

/** Lines of amounts in the brand's zone, each once. */
const lineFinder = (timeZone: string, onNoReturn: PriceSheetRequest["on_no_return"]) => {
  const known = new Map<string, TimedChangeLine | { readonly problem: string }>()
  return ({ price_type, price_list, ...edit }: RowRead["edits"][number]) => {
    const { amount, ends, effective_from, effective_until } = edit
    const name = JSON.stringify([price_type, price_list, amount ?? ends, effective_from, effective_until])
    const before = known.get(name)
    if (before !== undefined) return before
    const says = { amount, ...(ends !== undefined && { ends }) }
    const line = { price_type, price_list, ...says, effective_from, effective_until, return: null }
    const { timed, faults } = timedChangeLines([line], timeZone, [], onNoReturn)
    const fault = faults[0]?.loc.at(-1) as keyof typeof lineProblems | undefined
    const found = fault === undefined ? timed[0]! : { problem: lineProblems[fault] }
    known.set(name, found)
    return found
  }
}

/** The lines of the edits, each with its variants, in the order of the rows. */
const linesOf = (rows: ReadonlyArray<RowJudged>) => {
  const lines = new Map<TimedChangeLine, Set<string>>()
  for (const { variant_key, edits } of rows)
    for (const { line } of edits) {
      const only = lines.get(line)
      if (only === undefined) lines.set(line, new Set([variant_key!]))
      else only.add(variant_key!)
    }
  return [...lines].map(([line, only]) => ({ ...line, only }))
}

/** How often variants are asked for a price type of a list, at most. */
const asksOf = (lines: ReadonlyArray<TimedChangeLine>): ReadonlyMap<string, number> => {
  const asks = new Map<string, number>()
  for (const line of lines) asks.set(typeName(line), (asks.get(typeName(line)) ?? 0) + 1)
  return asks
}

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`

/** The rows that answers list: those that need a look first, by row. */
const listedRows = (rows: ReadonlyArray<RowJudged>) => {
  const needs = rows.filter(({ outcome }) => outcome === "refused" || outcome === "conflict")
  const others = rows.filter(
    ({ outcome, why, edits }) =>
      outcome === "changed" ||
      (outcome === "unchanged" && edits.length > 0) ||
      (outcome === "ignored" && why !== null),
  )
  return [...needs, ...others]
    .slice(0, mostSheetRows)
    .sort((a, b) => a.row - b.row)
    .map(rowResult)
}

/** Judges a price sheet row by row, and all of it as one change; writes it into a batch where it is no preview. */
export const judgePriceSheet = Effect.fnUntraced(function* (
  principal: Principal,
  request: PriceSheetRequest,
  isPreview: boolean,
) {
  const { batch_key, on_collision, on_conflict, on_no_return } = request
  const { organization } = principal
  const { name, before, identity, notes, read } = yield* readRows(organization, request)
  const { brand_key } = identity
  yield* requireWithin(
    "change_lines",
    read.reduce((sum, { edits }) => sum + edits.length, 0),
    ["sheet"],
  )
  const { preview_records, preview_warnings } = yield* CallLimits

  const change = Effect.fnUntraced(function* (act: Act) {
    const now = act.at
    const brand = yield* requireBrand(organization, brand_key)
    const { time_zone } = brand
    if (identity.brand !== null && identity.brand !== brandState(brand))
      return yield* unreadable(
        `The time zone of brand ${brand_key} is another one than when the sheet was written, and its days begin at other times: write a new sheet`,
      )
    const target = { batch_key, replaces: null, name: request.name, brand_key }
    const batch = yield* targetOf(organization, target, isPreview ? null : act)
    const rows = sheetEdits(read, lineFinder(time_zone, on_no_return))
    const asked = rows.filter(({ outcome }) => outcome === "changed")
    const ofVariant = Map.groupBy(asked, ({ variant_key }) => variant_key!)
    const missed = new Set(ofVariant.keys())
    const rules = {
      batch_key: batch?.key ?? batch_key ?? "",
      on_collision,
      include_unchanged: false,
      now,
      written: writtenIn(time_zone),
    }
    const edits = asked.flatMap((row) => row.edits.map(({ line }) => line))
    const policies = yield* readListPolicies(organization, listsOf(edits))
    const rails = brandRails(brand, now, policies)
    const above = yield* readListsAbove(organization, limited(edits, rails))
    const tally = changeTally()
    const colorways: Array<SheetColorway> = []
    const requireSize = changeSize()
    let total_colorways = 0
    const met = { overridden_later: 0, leapfrogged: 0, same_instant: 0 }

    /** Leaves out rows whose prices have moved. */
    const settled = (part: ChangePart, own: ReadonlyArray<RowJudged>) => {
      const pairOf = pairsOf(part)
      return own.filter((row) => {
        for (const edit of row.edits) {
          const pair = pairOf(row.variant_key!, edit.price_type, edit.price_list)
          edit.is = priceInForce(pair.records, now)?.amount ?? null
          if (on_conflict !== "overwrite" && hasMoved(edit, edit.is)) row.outcome = "conflict"
        }
        return row.outcome !== "conflict"
      })
    }
    const lists = listsOf(edits)
    const plan = Effect.fnUntraced(function* (whole: ChangePart) {
      const part = inLists(whole, lists)
      const own = part.variant_keys.flatMap((key) => (missed.delete(key) ? ofVariant.get(key)! : []))
      const rowsLeft = settled(part, own)
      const lines = linesOf(rowsLeft)
      if (lines.length === 0) return noWrites
      const loc = ["sheet"]
      yield* requireWithin("preview_lines", lines.length, loc)
      const asks = lines.reduce((sum, { only }) => sum + only.size, 0)
      yield* requireSize(part, asks, asksOf(lines), rules, loc)
      const beside = above && { ...above, found: whole }
      const planned = changeColorway(part, lines, rules, rails, preview_warnings, beside)
      yield* requireWithin("preview_warnings", planned.warningCharacters, loc)
      const result = tally.add(part, planned, { basis: null })
      for (const { kind, action } of planned.collisions) if (action === "kept") met[kind]++
      if (total_colorways++ < mostListed)
        colorways.push({
          ...result,
          lines: lines.slice(0, mostListed).map(({ only, price_type, price_list, ...line }) => {
            const { effective_from, effective_until } = line
            const days = { effective_from, effective_until }
            return { price_type, price_list, ...asAnswered(line), ...days, variants: only.size }
          }),
        })
      const statuses = new Map<string, (typeof planned.judged)[number][number]>(
        planned.judged.flatMap((variants, line) =>
          variants.map((each) => [`${line} ${each.variant_key}`, each] as const),
        ),
      )
      const placeOf = new Map(lines.map((line, place) => [lineKey(line), place]))
      for (const row of rowsLeft) {
        for (const edit of row.edits) {
          const judged = statuses.get(`${placeOf.get(lineKey(edit.line))} ${row.variant_key}`)
          edit.previous = judged?.follows ?? null
          edit.status =
            judged?.created && judged.status === "unchanged" ? "changed" : (judged?.status ?? null)
        }
        if (row.edits.every(({ status }) => status === "unchanged")) row.outcome = "unchanged"
      }
      return planned.writes
    })

    if (asked.length > 0) {
      const keys = asked.map(({ product_key }) => product_key)
      const product_keys = keys.includes(null) ? null : [...new Set(keys)].filter((key) => key !== null)
      const selection = { product_keys, label_keys: null, source: null, colors: null }
      const reading = {
        ...{
          scope: { kind: "selection", selection } as const,
          brand,
          batch_key,
          mostRecords: preview_records,
        },
        price_lists: [...new Set([...lists, ...(above?.price_lists ?? [])])],
        since: earliestOf(
          now,
          edits.map(({ effective_at }) => effective_at),
        ),
      }
      yield* planColorways(organization, reading, batch?.key, act, plan)
    }
    for (const key of missed)
      for (const row of ofVariant.get(key)!) {
        row.outcome = "refused"
        row.cell = row.edits[0]!.cell
        row.why = `brand ${brand_key} has no variant ${key}${row.product_key === null ? "" : ` of product ${row.product_key}`}`
      }

    const counts = { unchanged: 0, changed: 0, refused: 0, conflict: 0, ignored: before }
    for (const { outcome } of rows) counts[outcome]++
    const refused = refusalOf(rows, counts, tally, { on_conflict, isNew: batch_key === null })
    if (refused !== undefined && !isPreview) return yield* refused
    const { created, returns, withdrawals, warnings } = tally.counts
    const result: PriceSheetResult = {
      batch_key: batch?.key ?? batch_key,
      brand_key,
      sheet: name,
      written_at: identity.at === null ? null : instantToExactText(instantFromMicros(identity.at)),
      rows: { total: before + rows.length, ...counts },
      items: listedRows(rows),
      notes: [...notes, ...metNote(met)],
      colorways,
      total_colorways,
      created,
      returns,
      withdrawals,
      warnings,
      ...tally.wouldBeRefused(refused),
      ...(refused?.refusal.reason === "sheet_moved" && { reason: "sheet_moved" as const }),
    }
    return result
  })
  return yield* isPreview ? inPlan(principal, change) : inTurn(principal, [batch_key], change)
})

const metWords = {
  overridden_later: "later",
  leapfrogged: "earlier",
  same_instant: "at the same moment",
} as const

/** Prices that are to come beside the new ones, all of them: answers list some. */
const metNote = (met: Readonly<Record<keyof typeof metWords, number>>): ReadonlyArray<string> => {
  const kinds = (Object.keys(metWords) as ReadonlyArray<keyof typeof metWords>).filter(
    (kind) => met[kind] > 0,
  )
  const counts = kinds.map((kind) => `${met[kind]} ${metWords[kind]}`).join(", ")
  return counts === "" ? [] : [`Other prices are to come where new ones are written, and stay: ${counts}`]
}

/** What lines are distinguished by: `only` is put beside them. */
const lineKey = ({ price_type, price_list, amount, ending, ...line }: TimedChangeLine) =>
  JSON.stringify([price_type, price_list, amount ?? ending, line.effective_from, line.effective_until])

/** What keeps all of the sheet from being written. */
const refusalOf = (
  rows: ReadonlyArray<RowJudged>,
  counts: Readonly<Record<RowJudged["outcome"], number>>,
  tally: ReturnType<typeof changeTally>,
  { on_conflict, isNew }: { readonly on_conflict: PriceSheetRequest["on_conflict"]; readonly isNew: boolean },
): PriceChangeRefused | undefined => {
  if (on_conflict === "refuse" && counts.conflict > 0) {
    const moved = rows.filter(({ outcome }) => outcome === "conflict")
    const conflicts = moved.flatMap(({ row, variant_key, edits }) =>
      edits.filter((edit) => hasMoved(edit, edit.is)).map((edit) => conflictOf(row, variant_key!, edit)),
    )
    return new PriceChangeRefused({
      problem: `The prices of ${plural(counts.conflict, "row")} have moved since the sheet was written: "on_conflict": "leave_out" leaves them out, "overwrite" writes them all the same`,
      refusal: { reason: "sheet_moved", conflicts: conflicts.slice(0, mostListed) },
    })
  }
  const refusal = tally.refusal()
  if (refusal !== undefined || !isNew) return refusal
  const { created, returns, withdrawals, skipped_unchanged } = tally.counts
  if (created + returns + withdrawals > 0) return undefined
  const left = (["unchanged", "refused", "conflict"] as const).flatMap((outcome) =>
    counts[outcome] === 0
      ? []
      : [`${plural(counts[outcome], "row")} ${outcome === "conflict" ? "in conflict" : outcome}`],
  )
  return emptyChange(`Nothing would change${left.length === 0 ? "" : `: ${left.join(", ")}`}`, {
    unchanged: skipped_unchanged,
  })
}

const conflictOf = (row: number, variant_key: string, edit: EditJudged) => {
  const { cell, price_type, price_list, was = null, is } = edit
  return { row, cell, variant_key, price_type, price_list, was, is }
}
