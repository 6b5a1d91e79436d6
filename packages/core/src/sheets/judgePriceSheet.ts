import * as Effect from "effect/Effect"
import { changePlanner, recordsIn } from "../changes/changePlanner.ts"
import { changeTally } from "../changes/changeTally.ts"
import { type Drafting, draftChange } from "../changes/changeTarget.ts"
import { PriceChangeRefused } from "../changes/PriceChangeRefused.ts"
import type { ChangePart } from "../changes/PriceChangeRepository.ts"
import { inLists, pairsOf } from "../changes/rules/ColorwayFound.ts"
import { changeRules, type TimedChangeLine } from "../changes/rules/changeSteps.ts"
import { noWrites } from "../changes/rules/colorwayWrites.ts"
import { timedChangeLines } from "../changes/timedChangeLines.ts"
import { shortened } from "../exports/rules/exportColumns.ts"
import { requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { instantToExactText, textOrNull } from "../kernel/Instant.ts"
import { mostListed } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { once } from "../kernel/rules/once.ts"
import { asAnswered } from "../prices/PriceRecord.ts"
import { readListPolicies } from "../prices/readLists.ts"
import { listsOf } from "../prices/rules/pairs.ts"
import { brandRails } from "../prices/rules/warnings/guardRails.ts"
import type { PriceSheetRequest, PriceSheetResult, SheetColorway } from "./PriceSheet.ts"
import { readPriceSheet, unreadable } from "./readPriceSheet.ts"
import { hasMoved, type RowJudged, sheetEdits } from "./rules/sheetEdits.ts"
import {
  judgeRows,
  listedRows,
  metNote,
  plural,
  refuseMissing,
  rowsAsTheyStood,
  variantsOfLines,
} from "./rules/sheetOutcomes.ts"
import type { RowEdit } from "./rules/sheetRow.ts"
import { brandState } from "./rules/sheetToken.ts"

/** Why an amount is no line of a change, by the member that is at fault, in the words of the sheet's headings. */
const lineProblems = {
  effective_from: "holds from a day that there is not",
  effective_until: "ends before it begins: write a later day into until, or leave it empty",
  price_type: "is of a price type that is too long, or has characters that are not shown",
  amount: "has too many digits",
} as const

/** Lines of amounts in the brand's zone, each once. */
const lineFinder = (timeZone: string, onNoReturn: PriceSheetRequest["on_no_return"]) =>
  once(
    ({ price_type, price_list, ...edit }: RowEdit): TimedChangeLine | { readonly problem: string } => {
      const { amount, ends, effective_from, effective_until } = edit
      const says = { amount, ...(ends !== undefined && { ends }) }
      const line = { price_type, price_list, ...says, effective_from, effective_until, return: null }
      const { timed, faults } = timedChangeLines([line], timeZone, [], onNoReturn)
      const fault = faults[0]?.loc.at(-1) as keyof typeof lineProblems | undefined
      return fault === undefined ? timed[0]! : { problem: lineProblems[fault] }
    },
    ({ price_type, price_list, amount, ends, effective_from, effective_until }) =>
      JSON.stringify([price_type, price_list, amount ?? ends, effective_from, effective_until]),
  )

/** Judges a price sheet row by row, and all of it as one change; writes it into a batch where it is no preview. */
export const judgePriceSheet = Effect.fnUntraced(function* (
  principal: Principal,
  request: PriceSheetRequest,
  isPreview: boolean,
) {
  const { batch_key, on_collision, on_conflict, on_no_return } = request
  const { organization } = principal
  const { name, before, identity, notes, read } = yield* readPriceSheet(organization, request)
  const { brand_key } = identity
  const loc = ["sheet"]
  yield* requireWithin(
    "change_lines",
    sumOf(read, ({ edits }) => edits.length),
    loc,
  )

  const change = Effect.fnUntraced(function* ({ act, brand, target }: Drafting) {
    if (identity.brand !== null && identity.brand !== brandState(brand))
      return yield* unreadable(
        `The time zone of brand ${brand_key} has changed since the sheet was written: write a new sheet`,
      )
    const batch = yield* target
    const rows = sheetEdits(read, lineFinder(brand.time_zone, on_no_return))
    const asked = rows.filter(({ outcome }) => outcome === "changed")
    const ofVariant = Map.groupBy(asked, ({ variant_key }) => variant_key!)
    const missed = new Set(ofVariant.keys())
    const rules = changeRules({ on_collision }, batch?.key ?? batch_key, act.at, brand.time_zone)
    const edits = asked.flatMap((row) => row.edits.map(({ line }) => line))
    const lists = listsOf(edits)
    const rails = brandRails(brand, act.at, yield* readListPolicies(organization, lists))
    const planner = yield* changePlanner(organization, { act, brand, batch, batch_key }, rails, rules, edits)
    const tally = changeTally()
    const colorways: Array<SheetColorway> = []
    let [total_colorways, mostPassed] = [0, 0]
    const met = { overridden_later: 0, leapfrogged: 0, same_instant: 0 }
    const plan = Effect.fnUntraced(function* (whole: ChangePart) {
      const part = inLists(whole, lists)
      const own = part.variant_keys.flatMap((key) => (missed.delete(key) ? ofVariant.get(key)! : []))
      // a part that is not all there may lack variants of the sheet
      if (own.length > 0) yield* requireWithin("preview_records", recordsIn(whole), loc)
      else mostPassed = Math.max(mostPassed, recordsIn(whole))
      const rowsLeft = rowsAsTheyStood(own, pairsOf(part), act.at, on_conflict)
      const variants = variantsOfLines(rowsLeft)
      const lines = [...variants].map(([line, only]) => ({ ...line, only }))
      if (lines.length === 0) return noWrites
      yield* requireWithin("preview_lines", lines.length, loc)
      const asks = sumOf(lines, ({ only }) => only.size)
      yield* planner.requireSize(whole, part, asks, lines, loc)
      const planned = yield* planner.plan(whole, part, lines, loc)
      const isShown = total_colorways++ < mostListed
      const result = tally.add(part, planned, { basis: null, isShown })
      for (const { kind, action } of planned.collisions) if (action === "kept") met[kind]++
      if (isShown) colorways.push({ ...result, lines: lines.slice(0, mostListed).map(sheetLine) })
      judgeRows(rowsLeft, [...variants.keys()], planned.judged)
      return planned.writes
    })

    if (asked.length > 0) {
      const keys = asked.map(({ product_key }) => product_key)
      const product_keys = keys.includes(null) ? null : [...new Set(keys)].filter((key) => key !== null)
      const selection = { product_keys, label_keys: null, source: null, colors: null }
      yield* planner.each({ kind: "selection", selection }, edits, plan)
    }
    if (missed.size > 0) yield* requireWithin("preview_records", mostPassed, loc)
    for (const key of missed)
      refuseMissing(ofVariant.get(key)!, `brand ${brand_key} has no variant ${shortened(key)}`)

    const counts = { unchanged: 0, changed: 0, refused: 0, conflict: 0, ignored: before }
    for (const { outcome } of rows) counts[outcome]++
    const conflicts = on_conflict === "refuse" ? conflictsOf(rows) : []
    const refused =
      conflicts.length > 0
        ? sheetMoved(counts.conflict, conflicts)
        : tally.refused(batch_key === null, 0, leftRows(counts))
    const { skipped_unchanged: _, ...written } = tally.counts
    const result: PriceSheetResult = {
      batch_key: batch?.key ?? batch_key,
      brand_key,
      sheet: name,
      written_at: textOrNull(identity.at, instantToExactText),
      rows: { total: before + rows.length, ...counts },
      items: listedRows(rows),
      notes: [...notes, ...metNote(met)],
      colorways,
      total_colorways,
      ...written,
      ...tally.wouldBeRefused(refused),
    }
    return { result, refused }
  })
  const into = { batch_key, replaces: null, name: request.name, brand_key }
  const { result } = yield* draftChange(principal, into, isPreview, change)
  return result
})

/** A line as answers have it, with how many variants it is of. */
const sheetLine = ({
  only,
  price_type,
  price_list,
  ...line
}: TimedChangeLine & { readonly only: ReadonlySet<string> }) => {
  const { effective_from, effective_until } = line
  const days = { effective_from, effective_until }
  return { price_type, price_list, ...asAnswered(line), ...days, variants: only.size }
}

/** What is in conflict, each edit whose price has moved. */
const conflictsOf = (rows: ReadonlyArray<RowJudged>) =>
  rows
    .filter(({ outcome }) => outcome === "conflict")
    .flatMap(({ row, variant_key, edits }) =>
      edits
        .filter((edit) => hasMoved(edit, edit.is))
        .map(({ cell, price_type, price_list, was = null, is }) => {
          return { row, cell, variant_key: variant_key!, price_type, price_list, was, is }
        }),
    )

const sheetMoved = (rows: number, conflicts: ReturnType<typeof conflictsOf>) =>
  new PriceChangeRefused({
    problem: `The prices of ${plural(rows, "row")} have moved since the sheet was written: "on_conflict": "leave_out" leaves them out, "overwrite" writes them all the same`,
    refusal: { reason: "sheet_moved", conflicts: conflicts.slice(0, mostListed) },
  })

/** What became of rows that are not in the change. */
const leftRows = (counts: Readonly<Record<RowJudged["outcome"], number>>) =>
  (["unchanged", "refused", "conflict"] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${plural(counts[outcome], "row")} ${outcome === "conflict" ? "in conflict" : outcome}`)
