import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { tell } from "../../app/notices.ts"
import { counted, typedAmount } from "../../format/decimal.ts"
import { blockOf, blockText } from "./block.ts"
import { cellKey, colorwayKey, type Edit } from "./edits.ts"
import { chosen, isChosen, moved, type Place, type Selection } from "./selection.ts"
import type { Draft } from "./useDraft.ts"
import { type Colorway, type Size, useSizes, type useTable } from "./useTable.ts"

/** What is typed into the cell; `isWhole`: what was there stands in it. */
export interface Typed {
  readonly text: string
  readonly isWhole: boolean
}

/** A colorway, or a size of one that is open. */
type Row =
  | { readonly item: Colorway; readonly size?: undefined }
  | { readonly item: Colorway; readonly size: Size | "asked" }

interface SheetOf {
  readonly table: ReturnType<typeof useTable>
  readonly list: string
  readonly types: ReadonlyArray<string>
  readonly draft: Draft
  readonly mayWrite: boolean
  /** Rows that a screen has. */
  readonly screen: number
}

export const idOf = ({ row, column }: Place): string => `cell-${row}-${column}`

/** What is chosen and typed in the table, with the keys and the clipboard of a sheet. */
export const useSheet = ({ table, list, types, draft, mayWrite, screen }: SheetOf) => {
  const { sizes, toggle } = useSizes(list, table.of)
  const rows = useMemo(
    () =>
      table.items.flatMap((item): ReadonlyArray<Row> => {
        const opened = sizes.get(colorwayKey(item))
        const under = opened === "asked" ? (["asked"] as const) : (opened ?? [])
        return [{ item }, ...under.map((size) => ({ item, size }))]
      }),
    [table.items, sizes],
  )
  const perType = mayWrite ? 2 : 1
  const columns = 1 + types.length * perType
  const [selection, setSelection] = useState<Selection>({
    anchor: { row: 0, column: 0 },
    at: { row: 0, column: 0 },
  })
  const [typed, draw] = useState<Typed | undefined>()
  // what is typed as of now: leaving the field is heard of before it is drawn anew
  const typing = useRef<Typed | undefined>(undefined)
  const setTyped = (next: Typed | undefined) => {
    typing.current = next
    draw(next)
  }
  const box = useRef<HTMLElement | null>(null)
  useEffect(() => {
    setSelection({ anchor: { row: 0, column: 0 }, at: { row: 0, column: 0 } })
    setTyped(undefined)
  }, [table.of])
  const { at } = selection

  const typeOf = (column: number): string | undefined =>
    mayWrite && column > 0 && column % 2 === 0 ? types[column / 2 - 1] : undefined
  /** The cell of a new amount that is there, if it is one. */
  const cellAt = ({ row, column }: Place): Edit | undefined => {
    const [found, price_type] = [rows[row], typeOf(column)]
    if (found === undefined || found.size !== undefined || price_type === undefined) return undefined
    const { brand_key, product_key, color, name } = found.item
    const cell = { brand_key, product_key, color, name, price_type, text: "" }
    return draft.edits.get(cellKey(cell)) ?? cell
  }
  const cellsChosen = (): ReadonlyArray<ReadonlyArray<Edit>> => {
    const { rows, columns } = chosen(selection)
    const found: Array<ReadonlyArray<Edit>> = []
    for (let row = rows[0]; row <= rows[1]; row++) {
      const cells: Array<Edit> = []
      for (let column = columns[0]; column <= columns[1]; column++) {
        const cell = cellAt({ row, column })
        if (cell !== undefined) cells.push(cell)
      }
      if (cells.length > 0) found.push(cells)
    }
    return found
  }
  const go = (next: Place) => setSelection({ anchor: next, at: next })
  const goBy = (key: string) => {
    const next = moved(selection, { key, shiftKey: false, ctrlKey: false, metaKey: false }, size)
    if (next !== undefined) setSelection({ anchor: next.at, at: next.at })
  }
  const size = { rows: rows.length, columns, page: screen }
  /** The next cell of a new amount in the row, or the first of the next row. */
  const nextCell = (by: 1 | -1): Place | undefined => {
    for (let { row, column } = at; row >= 0 && row < rows.length; ) {
      column += by
      if (column >= columns || column < 0) {
        row += by
        column = by === 1 ? 0 : columns - 1
      }
      if (cellAt({ row, column }) !== undefined) return { row, column }
    }
    return undefined
  }
  const end = () => {
    setTyped(undefined)
    box.current?.focus({ preventScroll: true })
  }
  const keep = (everywhere = false) => {
    if (typing.current === undefined) return
    const { text } = typing.current
    const cells = everywhere ? cellsChosen().flat() : [cellAt(at)!]
    const changed = cells.filter((cell) => cell.text !== text.trim())
    if (changed.length > 0) draft.edit(changed.map((cell) => ({ ...cell, text: text.trim() })))
    end()
  }
  const begin = (text?: string) => {
    const cell = cellAt(at)
    if (cell !== undefined) setTyped({ text: text ?? cell.text, isWhole: text === undefined })
  }
  const fillDown = () => {
    const { rows, columns } = chosen(selection)
    // of one cell alone the one above it
    const from = rows[0] === rows[1] ? rows[0] - 1 : rows[0]
    const changes: Array<Edit> = []
    for (let column = columns[0]; column <= columns[1]; column++) {
      const source = cellAt({ row: from, column })
      if (source === undefined) continue
      for (let row = from + 1; row <= rows[1]; row++) {
        const cell = cellAt({ row, column })
        if (cell !== undefined) changes.push({ ...cell, text: source.text })
      }
    }
    if (changes.length > 0) draft.edit(changes)
  }

  const keyInCell = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (key === "Escape") {
      event.preventDefault()
      end()
    } else if (key === "Enter") {
      event.preventDefault()
      keep(ctrlKey || metaKey)
      if (!(ctrlKey || metaKey)) goBy(shiftKey ? "ArrowUp" : "ArrowDown")
    } else if (key === "Tab") {
      const next = nextCell(shiftKey ? -1 : 1)
      keep()
      if (next === undefined) return
      event.preventDefault()
      go(next)
    } else if (/^Arrow(?:Up|Down)$/.test(key) && typed?.isWhole === false) {
      event.preventDefault()
      keep()
      goBy(key)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (typed !== undefined) return keyInCell(event)
    if (target !== box.current) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isControl = ctrlKey || metaKey
    const next = moved(selection, event, size)
    const acts: Readonly<Record<string, () => void>> = {
      ...(next !== undefined && { [key]: () => setSelection(next) }),
      ...(isControl && {
        a: () =>
          setSelection({
            anchor: { row: 0, column: at.column },
            at: { row: rows.length - 1, column: at.column },
          }),
        ...(mayWrite && {
          d: fillDown,
          z: shiftKey ? draft.redo : draft.undo,
          Z: draft.redo,
          y: draft.redo,
        }),
      }),
      ...(!isControl && {
        Enter: () => {
          const row = rows[at.row]
          if (cellAt(at) !== undefined) begin()
          else if (row !== undefined) void toggle(colorwayKey(row.item), row.item)
        },
        F2: () => begin(),
        Escape: () => go(at),
        Delete: () =>
          draft.edit(
            cellsChosen()
              .flat()
              .map((cell) => ({ ...cell, text: "" })),
          ),
        Backspace: () =>
          draft.edit(
            cellsChosen()
              .flat()
              .map((cell) => ({ ...cell, text: "" })),
          ),
      }),
    }
    const act = acts[key]
    if (act !== undefined) {
      event.preventDefault()
      act()
    } else if (
      !isControl &&
      !altKey &&
      key.length === 1 &&
      /[\d.,+\-\p{Sc}]/u.test(key) &&
      cellAt(at) !== undefined
    ) {
      event.preventDefault()
      begin(key)
    }
  }
  const nowOf = (row: number, type: string): string => {
    const amounts = rows[row]?.item.prices.find((each) => each.price_type === type)?.amounts ?? null
    return amounts === null || amounts.least_amount !== amounts.greatest_amount
      ? ""
      : typedAmount(amounts.least_amount)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== box.current) return
    const { rows: between, columns: across } = chosen(selection)
    const lines: Array<ReadonlyArray<string>> = []
    for (let row = between[0]; row <= between[1]; row++) {
      const found = rows[row]
      if (found === undefined || found.size !== undefined) continue
      const line: Array<string> = []
      for (let column = across[0]; column <= across[1]; column++) {
        const cell = cellAt({ row, column })
        const type = types[Math.ceil(column / perType) - 1]
        line.push(
          column === 0 ? `${found.item.name}, ${found.item.color}` : (cell?.text ?? nowOf(row, type!)),
        )
      }
      lines.push(line)
    }
    event.clipboardData?.setData("text/plain", blockText(lines))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (typed !== undefined || event.target !== box.current || cellAt(at) === undefined) return
    event.preventDefault()
    const block = blockOf(event.clipboardData?.getData("text/plain") ?? "")
    const { rows: between, columns: across } = chosen(selection)
    const first = { row: between[0], column: across[0] }
    const isOne = block.length === 1 && block[0]!.length === 1
    if (isOne)
      return draft.edit(
        cellsChosen()
          .flat()
          .map((cell) => ({ ...cell, text: block[0]![0]!.trim() })),
      )
    const changes: Array<Edit> = []
    let row = first.row
    let left = 0
    for (const line of block) {
      // sizes that are open are no rows of a sheet
      while (rows[row] !== undefined && rows[row]!.size !== undefined) row++
      if (rows[row] === undefined) left++
      for (const [index, text] of line.entries()) {
        const cell = cellAt({ row, column: first.column + index * perType })
        if (cell !== undefined && text.trim() !== "") changes.push({ ...cell, text: text.trim() })
      }
      row++
    }
    if (changes.length > 0) draft.edit(changes)
    if (left > 0)
      tell(`${counted(left, "row")} of the block had no row here: scroll down for more, then paste again.`)
  }

  /** Of a cell: what is drawn of it, and what pressing it does. */
  const propsOf = (place: Place) => {
    const isAt = at.row === place.row && at.column === place.column
    return {
      ...{ id: idOf(place), isAt, isChosen: isChosen(selection, place) },
      onMouseDown: (event: MouseEvent) => {
        if ((event.target as HTMLElement).closest("input, a") !== null) return
        event.preventDefault()
        keep()
        box.current = (event.currentTarget as HTMLElement).closest<HTMLElement>("[role=grid]")
        box.current?.focus({ preventScroll: true })
        setSelection({ anchor: event.shiftKey ? selection.anchor : place, at: place })
        const row = rows[place.row]
        if (place.column === 0 && row !== undefined && row.size === undefined)
          void toggle(colorwayKey(row.item), row.item)
        else if (isAt && !event.shiftKey && cellAt(place) !== undefined) begin()
      },
    }
  }
  const onFocus = (event: FocusEvent) => {
    box.current = event.currentTarget as HTMLElement
  }
  return {
    ...{ rows, columns, perType, at, typed, cellAt, propsOf, keep },
    type: (text: string) => typed && setTyped({ ...typed, text }),
    isOpen: (item: Colorway) => sizes.has(colorwayKey(item)),
    boxProps: { onFocus, onKeyDown, onCopy, onPaste },
  }
}
