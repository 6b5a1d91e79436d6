import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { tell } from "../../app/notices.ts"
import { placeOfColumn, useColumnsSeen, type Widths } from "../../parts/useColumnsSeen.ts"
import { colorwayKey, type Edit, editOf } from "./edits.ts"
import { chosen, isChosen, moved, type Place, type Selection } from "./selection.ts"
import { actOf } from "./sheetKeys.ts"
import { useBlocks } from "./useBlocks.ts"
import type { Draft } from "./useDraft.ts"
import { type Row, sizeName, useSizes, type useTable } from "./useTable.ts"

/** What is typed into the cell; `isWhole`: what was there stands in it. */
export interface Typed {
  readonly text: string
  readonly isWhole: boolean
}

interface SheetOf {
  readonly table: ReturnType<typeof useTable>
  readonly list: string
  readonly types: ReadonlyArray<string>
  readonly draft: Draft
  readonly mayWrite: boolean
  /** Hears of a cell as it is typed into. */
  readonly onTyped: (cell: Edit | undefined) => void
  /** Rows that a screen has. */
  readonly screen: number
  readonly widths: Widths
}

/** Beside the price of a type, or of the first where a name is typed on. */
export const whereToType = (type: string | undefined): string =>
  type === undefined
    ? "There is no price type to type a new price of."
    : `Nothing is typed here: type or paste new amounts into the column New ${type}.`

export const idOf = ({ row, column }: Place): string => `cell-${row}-${column}`

/** Scrolls a column into sight, beside the first one where that stays. */
const bringInSight = (
  box: HTMLElement | null,
  { left, width }: { readonly left: number; readonly width: number },
) => {
  const first = box?.querySelector<HTMLElement>("[role=row] > :first-child")
  if (box === null || first == null) return
  const frozen = getComputedStyle(first).position === "sticky" ? first.offsetWidth : 0
  box.scrollLeft = Math.min(Math.max(box.scrollLeft, left + width - box.clientWidth), left - frozen)
}

/** What is chosen and typed in the table, with the keys and the clipboard of a sheet. */
export const useSheet = ({ table, list, types, draft, mayWrite, onTyped, screen, widths }: SheetOf) => {
  const { sizes, toggle } = useSizes(list, table.of)
  const rows = useMemo(() => {
    const all: Array<Row> = []
    for (const item of table.items) {
      all.push({ item })
      // keys of ten thousand are not made for nothing
      const opened = sizes.size === 0 ? undefined : sizes.get(colorwayKey(item))
      if (opened === undefined) continue
      if (opened === "asked") all.push({ item, size: opened, among: [] })
      else {
        const among = opened.map(({ variant_key }) => variant_key)
        for (const size of opened) all.push({ item, size, among })
      }
    }
    return all
  }, [table.items, sizes])
  const perType = mayWrite ? 2 : 1
  const columns = 1 + types.length * perType
  const [selection, setSelection] = useState<Selection>({
    anchor: { row: 0, column: 0 },
    at: { row: 0, column: 0 },
  })
  const [typed, draw] = useState<Typed | undefined>()
  const { at } = selection
  // what is typed as of now: leaving the field is heard of before it is drawn anew
  const typing = useRef<Typed | undefined>(undefined)
  const setTyped = (next: Typed | undefined) => {
    typing.current = next
    draw(next)
    const cell = next && cellAt(at)
    onTyped(cell && { ...cell, text: next.text })
  }
  const box = useRef<HTMLElement | null>(null)
  useEffect(() => {
    setSelection({ anchor: { row: 0, column: 0 }, at: { row: 0, column: 0 } })
    setTyped(undefined)
  }, [table.of])

  const typeOf = (column: number): string | undefined =>
    mayWrite && column > 0 && column % 2 === 0 ? types[column / 2 - 1] : undefined
  /** The cell of a new amount that is there, if it is one. */
  const cellAt = ({ row, column }: Place): Edit | undefined => {
    const [found, price_type] = [rows[row], typeOf(column)]
    if (found === undefined || found.size === "asked" || price_type === undefined) return undefined
    if (found.size === undefined) return editOf(draft.edits, found.item, price_type)
    const { size, among } = found
    const of = { variant_key: size.variant_key, size: sizeName(size), among }
    return editOf(draft.edits, found.item, price_type, of)
  }
  const cellsChosen = (): ReadonlyArray<Edit> => {
    const { rows, columns } = chosen(selection)
    const found: Array<Edit> = []
    for (let row = rows[0]; row <= rows[1]; row++)
      for (let column = columns[0]; column <= columns[1]; column++) {
        const cell = cellAt({ row, column })
        if (cell !== undefined) found.push(cell)
      }
    return found
  }
  const go = (next: Place) => setSelection({ anchor: next, at: next })
  const goBy = (key: string) => {
    const next = moved(selection, { key, shiftKey: false, ctrlKey: false, metaKey: false }, size)
    if (next !== undefined) setSelection({ anchor: next.at, at: next.at })
  }
  const size = { rows: rows.length, columns, page: screen }
  const columnsSeen = useColumnsSeen(types.length, widths)
  useEffect(() => {
    if (box.current === null) return
    const cell = document.getElementById(idOf(at))
    bringInSight(
      box.current,
      at.column === 0
        ? { left: 0, width: 0 }
        : cell === null
          ? placeOfColumn(box.current, Math.ceil(at.column / perType) - 1, types.length, widths)
          : { left: cell.offsetLeft, width: cell.offsetWidth },
    )
  }, [at])
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
    const cells = everywhere ? cellsChosen() : [cellAt(at)!]
    const changed = cells.filter((cell) => cell.text !== text.trim())
    if (changed.length > 0) draft.edit(changed.map((cell) => ({ ...cell, text: text.trim() })))
    end()
  }
  /** Says where new amounts go, of a cell that takes none. */
  const refuse = () => {
    if (mayWrite) tell(whereToType(types[Math.ceil(at.column / perType) - 1] ?? types[0]))
  }
  const begin = (text?: string) => {
    const cell = cellAt(at)
    if (cell === undefined) return refuse()
    // scrolled away it is not drawn
    setSelection({ ...selection, at: { ...at } })
    setTyped({ text: text ?? cell.text, isWhole: text === undefined })
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
    } else if (event.target === box.current && key.length === 1 && !ctrlKey && !metaKey) {
      // the field is not there yet
      event.preventDefault()
      setTyped({ text: `${typing.current?.text}${key}`, isWhole: false })
    }
  }
  /** Writes one text into all that is chosen. */
  const write = (text: string) => draft.edit(cellsChosen().map((cell) => ({ ...cell, text })))
  const onKeyDown = (event: KeyboardEvent) => {
    if (typed !== undefined) return keyInCell(event)
    if (event.target !== box.current) return
    const next = moved(selection, event, size)
    const row = rows[at.row]
    const act = actOf(event, {
      isCell: cellAt(at) !== undefined,
      mayWrite,
      begin,
      refuse,
      fillDown,
      empty: () => write(""),
      undo: draft.undo,
      redo: draft.redo,
      move: next && (() => setSelection(next)),
      chooseColumn: () =>
        setSelection({
          anchor: { row: 0, column: at.column },
          at: { row: rows.length - 1, column: at.column },
        }),
      chooseCell: () => go(at),
      openSizes: () => row !== undefined && void toggle(colorwayKey(row.item), row.item),
    })
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  useBlocks({
    box,
    table,
    rows,
    types,
    perType,
    selection,
    draft,
    cellAt,
    write,
    ...(mayWrite && { refuse }),
    ...(typed !== undefined && { leave: end }),
  })

  const isAt = (place: Place): boolean => at.row === place.row && at.column === place.column
  /** What is drawn of a cell. */
  const propsOf = (place: Place) => ({
    id: idOf(place),
    column: place.column,
    isAt: isAt(place),
    isChosen: isChosen(selection, place),
  })
  /** The cell that a mouse is at; heard of at the table: a row that stays as it is knows nothing of what is chosen since. */
  const placeOf = ({ target }: MouseEvent): Place | undefined => {
    const element = target as HTMLElement
    const id = element.closest("[role=gridcell]")?.id ?? ""
    const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(id) ?? []
    if (row === undefined || element.closest("input, a") !== null) return undefined
    return { row: Number(row), column: Number(column) }
  }
  /** Whether a press is the second one at its cell, which begins to type there. */
  const isSecond = useRef(false)
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event)
    isSecond.current = place !== undefined && isAt(place) && !event.shiftKey
    if (place === undefined) return
    event.preventDefault()
    keep()
    box.current = event.currentTarget as HTMLElement
    box.current.focus({ preventScroll: true })
    setSelection({ anchor: event.shiftKey ? selection.anchor : place, at: place })
    const found = rows[place.row]
    if (place.column === 0 && found !== undefined && found.size === undefined)
      void toggle(colorwayKey(found.item), found.item)
  }
  /** Dragged over, cells are chosen; a list is not scrolled by it. */
  const onMouseOver = (event: MouseEvent) => {
    const place = event.buttons === 1 && typed === undefined ? placeOf(event) : undefined
    if (place !== undefined && !isAt(place) && document.activeElement === box.current)
      setSelection({ anchor: selection.anchor, at: place })
  }
  /** A drag ends in another cell than it began in, and is no click of either. */
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event)
    if (place !== undefined && isSecond.current && isAt(place) && cellAt(place) !== undefined) begin()
  }
  const onFocus = (event: FocusEvent) => {
    box.current = event.currentTarget as HTMLElement
  }
  return {
    rows,
    columns,
    perType,
    at,
    typed,
    cellAt,
    propsOf,
    isAt,
    isChosen: (place: Place) => isChosen(selection, place),
    columnsSeen,
    keep,
    type: (text: string) => typed && setTyped({ ...typed, text }),
    isOpen: (item: Pick<Edit, "product_key" | "color">) => sizes.has(colorwayKey(item)),
    boxProps: { onFocus, onKeyDown, onMouseDown, onMouseOver, onClick },
  }
}
