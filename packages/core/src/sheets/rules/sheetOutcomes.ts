import type { pairsOf } from "../../changes/rules/ColorwayFound.ts"
import type { ColorwayPlan } from "../../changes/rules/changeColorway.ts"
import type { TimedChangeLine } from "../../changes/rules/changeSteps.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { priceInForce } from "../../prices/rules/priceInForce.ts"
import { mostSheetRows, type PriceSheetRequest } from "../PriceSheet.ts"
import { hasMoved, type RowJudged, refuse, rowResult } from "./sheetEdits.ts"

export const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`

/** The lines of the edits, each with its variants, in the order of the rows. */
export const variantsOfLines = (rows: ReadonlyArray<RowJudged>) => {
  const lines = new Map<TimedChangeLine, Set<string>>()
  for (const { variant_key, edits } of rows)
    for (const { line } of edits) lines.set(line, (lines.get(line) ?? new Set()).add(variant_key!))
  return lines
}

/** The rows whose prices are as the sheet has them, or are to be overwritten; of the others it is said what they are now. */
export const rowsAsTheyStood = (
  rows: ReadonlyArray<RowJudged>,
  pairOf: ReturnType<typeof pairsOf>,
  now: Instant,
  onConflict: PriceSheetRequest["on_conflict"],
): ReadonlyArray<RowJudged> =>
  rows.filter((row) => {
    for (const edit of row.edits) {
      const pair = pairOf(row.variant_key!, edit.price_type, edit.price_list)
      edit.is = priceInForce(pair.records, now)?.amount ?? null
      if (onConflict !== "overwrite" && hasMoved(edit, edit.is)) row.outcome = "conflict"
    }
    return row.outcome !== "conflict"
  })

/** Says of each edit what its line does of its variant; a row that changes nothing is unchanged. */
export const judgeRows = (
  rows: ReadonlyArray<RowJudged>,
  lines: ReadonlyArray<TimedChangeLine>,
  judged: ColorwayPlan["judged"],
): void => {
  const byLine = new Map(
    lines.map((line, place) => [line, new Map(judged[place]!.map((each) => [each.variant_key, each]))]),
  )
  for (const row of rows) {
    for (const edit of row.edits) {
      const found = byLine.get(edit.line)?.get(row.variant_key!)
      edit.previous = found?.follows ?? null
      edit.status = found?.created && found.status === "unchanged" ? "changed" : (found?.status ?? null)
    }
    if (row.edits.every(({ status }) => status === "unchanged")) row.outcome = "unchanged"
  }
}

/** Refuses rows of a variant that there is not. */
export const refuseMissing = (rows: ReadonlyArray<RowJudged>, why: string): void => {
  for (const row of rows) {
    const { product_key, edits } = row
    refuse(row, edits[0]!.cell, `${why}${product_key === null ? "" : ` of product ${product_key}`}`)
  }
}

/** The rows that answers list: those that need a look first, by row. */
export const listedRows = (rows: ReadonlyArray<RowJudged>) => {
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

const metWords = {
  overridden_later: "later",
  leapfrogged: "earlier",
  same_instant: "at the same moment",
} as const

/** Prices that are to come beside the new ones, all of them: answers list some. */
export const metNote = (met: Readonly<Record<keyof typeof metWords, number>>): ReadonlyArray<string> => {
  const kinds = (Object.keys(metWords) as ReadonlyArray<keyof typeof metWords>).filter(
    (kind) => met[kind] > 0,
  )
  const counts = kinds.map((kind) => `${met[kind]} ${metWords[kind]}`).join(", ")
  return counts === "" ? [] : [`Other prices are to come where new ones are written, and stay: ${counts}`]
}
