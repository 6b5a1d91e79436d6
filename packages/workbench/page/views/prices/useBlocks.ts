import type { RefObject } from "preact"
import { tell } from "../../app/notices.ts"
import { showCount, typedAmount } from "../../format/decimal.ts"
import { blockOf, blockText, leftOver } from "./block.ts"
import { type Edit, editOf } from "./edits.ts"
import { chosen, type Place, type Selection } from "./selection.ts"
import { useClipboard } from "./useClipboard.ts"
import type { Draft } from "./useDraft.ts"
import { type Row, sizeName, type useTable } from "./useTable.ts"

/** Rows that are taken of a block: more of them are a price sheet. */
const mostRows = 5_000

interface BlocksOf {
  readonly box: RefObject<HTMLElement | null>
  readonly table: ReturnType<typeof useTable>
  readonly rows: ReadonlyArray<Row>
  readonly types: ReadonlyArray<string>
  readonly perType: number
  readonly selection: Selection
  readonly draft: Draft
  readonly cellAt: (place: Place) => Edit | undefined
  /** Writes one text into all that is chosen. */
  readonly write: (text: string) => void
  /** Says where new amounts go; absent of those who may write none. */
  readonly refuse?: () => void
  /** Leaves the cell that is typed into, as it was; absent where none is. */
  readonly leave?: () => void
}

/** Blocks of cells as spreadsheets copy and paste them. */
export const useBlocks = ({
  box,
  table,
  rows,
  types,
  perType,
  selection,
  draft,
  cellAt,
  write,
  refuse,
  leave,
}: BlocksOf): void => {
  const between = chosen(selection)

  const isSize = (row: number): boolean => rows[row]?.size !== undefined
  /** Sizes where it begins with one, else colorways: what is pasted back has the rows that were copied. */
  const isOfBlock = (row: number): boolean => isSize(row) === isSize(between.rows[0])

  const nowOf = (row: number, type: string): string => {
    const size = rows[row]?.size
    if (size === "asked") return ""
    if (size !== undefined) {
      const amount = size.prices.find((each) => each.price_type === type)?.amount ?? null
      return amount === null ? "" : typedAmount(amount)
    }
    const amounts = rows[row]?.item.prices.find((each) => each.price_type === type)?.amounts ?? null
    return amounts === null || amounts.least_amount !== amounts.greatest_amount
      ? ""
      : typedAmount(amounts.least_amount)
  }
  const copied = (): string => {
    // new amounts are copied by themselves, as they are pasted: what stands between them is only shown
    const isNew = cellAt({ row: between.rows[0], column: between.columns[0] }) !== undefined
    const step = isNew ? perType : 1
    const lines: Array<ReadonlyArray<string>> = []
    for (let row = between.rows[0]; row <= between.rows[1]; row++) {
      const found = rows[row]
      if (found === undefined || found.size === "asked" || !isOfBlock(row)) continue
      const line: Array<string> = []
      for (let column = between.columns[0]; column <= between.columns[1]; column += step) {
        const type = types[Math.ceil(column / perType) - 1]
        line.push(
          column === 0
            ? [found.item.name, found.item.color, ...(found.size ? [sizeName(found.size)] : [])].join(", ")
            : (cellAt({ row, column })?.text ?? nowOf(row, type!)),
        )
      }
      lines.push(line)
    }
    return blockText(lines)
  }

  /** Columns of new amounts from the chosen one on. */
  const room = types.length + 1 - between.columns[0] / perType
  const say = (text: string | undefined) => text !== undefined && tell(text)

  /** Into the sizes of a colorway from one on. */
  const pasteSizes = (block: ReadonlyArray<ReadonlyArray<string>>, { item }: Row) => {
    const first = between.rows[0]
    const end = rows.findIndex((each, row) => row > first && each.item !== item)
    const sizes = (end === -1 ? rows.length : end) - first
    const changes = block.slice(0, sizes).flatMap((line, row) =>
      line.flatMap((text, index): Edit | [] => {
        const cell = cellAt({ row: first + row, column: between.columns[0] + index * perType })
        return cell === undefined || text.trim() === "" ? [] : { ...cell, text: text.trim() }
      }),
    )
    if (changes.length > 0) draft.edit(changes)
    const without = Math.max(0, block.length - sizes)
    say(leftOver(block, room, { without, ends: "no size here: the colorway ends before." }))
  }

  /** Into the colorways from one on, those too that are not read yet. */
  const pasteBlock = async (block: ReadonlyArray<ReadonlyArray<string>>, first: Row) => {
    const taken = block.slice(0, mostRows)
    const start = table.items.indexOf(first.item)
    const items = await table.read(start + taken.length)
    if (items === undefined) return
    const type = between.columns[0] / perType - 1
    const changes = taken.flatMap((line, row) => {
      const item = items[start + row]
      return line.flatMap((text, index): Edit | [] => {
        const price_type = types[type + index]
        if (item === undefined || price_type === undefined || text.trim() === "") return []
        return { ...editOf(draft.edits, item, price_type), text: text.trim() }
      })
    })
    if (changes.length > 0) draft.edit(changes)
    const without = Math.max(0, start + taken.length - items.length)
    const beyond = leftOver(block, room, { without, ends: "no row here: the table ends before." })
    say(
      block.length > mostRows
        ? [
            `The first ${showCount(mostRows)} rows of the block are taken, of ${showCount(block.length)}: a price sheet takes all.`,
            ...(beyond === undefined ? [] : [beyond]),
          ].join(" ")
        : beyond,
    )
  }
  const pasted = (text: string): boolean => {
    const first = rows[between.rows[0]]
    if (first === undefined) return false
    const block = blockOf(text)
    const isOne = block.length === 1 && block[0]!.length === 1
    if (isOne && leave !== undefined) return false
    leave?.()
    if (cellAt({ row: between.rows[0], column: between.columns[0] }) === undefined) {
      refuse?.()
      return refuse !== undefined
    }
    if (isOne) write(block[0]![0]!.trim())
    else if (isSize(between.rows[0])) pasteSizes(block, first)
    else void pasteBlock(block, first)
    return true
  }

  useClipboard(box, { copied, pasted })
}
