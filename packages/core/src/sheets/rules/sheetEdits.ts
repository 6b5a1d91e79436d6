import type { TimedChangeLine } from "../../changes/rules/changeSteps.ts"
import type { Amount } from "../../kernel/Amount.ts"
import type { Instant } from "../../kernel/Instant.ts"
import type { LineStatus } from "../../prices/ColorwayPreview.ts"
import { saysSame } from "../../prices/PriceRecord.ts"
import { pairName } from "../../prices/rules/pairs.ts"
import { isSameOrNone } from "../../prices/rules/pricesMoved.ts"
import type { SheetOutcome, SheetRowResult } from "../PriceSheet.ts"
import type { RowEdit, RowRead } from "./sheetRow.ts"

/** A new amount of a row, or the end of a price, as a line of a change, and what became of it. */
export interface EditJudged extends RowEdit {
  readonly line: TimedChangeLine
  is: Amount | null
  previous: Amount | null
  status: LineStatus | null
}

/** A row and what became of it. */
export interface RowJudged
  extends Omit<RowRead, "outcome" | "edits" | "cell" | "why" | "dayAlone" | "stray"> {
  outcome: SheetOutcome
  cell: string | null
  why: string | null
  readonly edits: Array<EditJudged>
}

/** An edit's line in the brand's zone, or why there is none; the same line for the same text. */
export type LineOf = (edit: RowEdit) => TimedChangeLine | { readonly problem: string }

/** Refuses a row, for what is wrong with it first. */
export const refuse = (row: RowJudged, cell: string | null, why: string) => {
  row.outcome = "refused"
  row.cell ??= cell
  row.why ??= why
}

/** Whether two lines ask for the same. */
const agree = (a: EditJudged, b: EditJudged): boolean =>
  saysSame(a.line, b.line) && a.line.until_at === b.line.until_at

const instantName = (variant_key: string, edit: RowEdit, at: Instant) =>
  `${pairName({ variant_key, ...edit })} ${at}`

/**
 * The rows that were read, judged against each other: of those that ask for the same the first counts, and those that ask
 * for two amounts of one price at one instant are refused.
 */
export const sheetEdits = (rows: ReadonlyArray<RowRead>, lineOf: LineOf): ReadonlyArray<RowJudged> => {
  const first = new Map<string, { readonly row: RowJudged; readonly edit: EditJudged }>()
  return rows.map(({ edits, dayAlone: _, stray: __, ...read }): RowJudged => {
    const outcome = read.outcome === "read" ? "unchanged" : read.outcome
    const row: RowJudged = { ...read, outcome, edits: [] }
    let again: number | undefined
    for (const edit of edits) {
      const line = lineOf(edit)
      if ("problem" in line) {
        refuse(row, edit.cell, `${edit.cell} ${line.problem}`)
        continue
      }
      const own: EditJudged = { ...edit, line, is: null, previous: null, status: null }
      const name = instantName(row.variant_key!, edit, line.effective_at)
      const other = first.get(name)
      if (other === undefined) {
        first.set(name, { row, edit: own })
        row.edits.push(own)
      } else if (agree(other.edit, own)) again = other.row.row
      else {
        const ask = (cell: string, other: string) =>
          `${cell} and ${other} ask for two prices of one variant from one day on: leave one of them`
        refuse(row, edit.cell, ask(edit.cell, other.edit.cell))
        refuse(other.row, other.edit.cell, ask(other.edit.cell, edit.cell))
      }
    }
    if (row.outcome === "unchanged" && row.edits.length > 0) row.outcome = "changed"
    else if (row.outcome === "unchanged" && again !== undefined) {
      row.outcome = "ignored"
      row.why = `says the same as row ${again}`
    }
    return row
  })
}

/** The price in force now is another one than the sheet was written with. */
export const hasMoved = ({ was }: Pick<RowEdit, "was">, is: Amount | null): boolean =>
  was !== undefined && !isSameOrNone(was, is)

/** A row as answers have it. */
export const rowResult = ({ edits, product_key: _, ...row }: RowJudged): SheetRowResult => ({
  ...row,
  edits: edits.map(({ line: _line, was = null, ...edit }) => ({ ...edit, was })),
})
