import type { PriceList } from "@hangtag/client"
import { useCallback, useMemo } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { counted } from "../../format/decimal.ts"
import { Rows } from "../../parts/Rows.tsx"
import { cellKey, colorwayKey, type Edit, type EditedColorway, sizeEdits } from "./edits.ts"
import { type ShownAbove, shownClosed, shownEdit } from "./found.ts"
import type { Draft } from "./useDraft.ts"
import { useGridRows } from "./useGridRows.tsx"
import type { usePreviews } from "./usePreviews.ts"
import { idOf, type Typed, useSheet } from "./useSheet.ts"
import type { useTable } from "./useTable.ts"

interface PriceGridProps {
  readonly table: ReturnType<typeof useTable>
  /** Of the list that is shown; null: it has none. */
  readonly currency: string | null
  /** The day before which new prices end; null: for good. */
  readonly effective_until: string | null
  readonly lists: ReadonlyArray<PriceList>
  readonly zoneOf: (brandKey: string) => string
  readonly types: ReadonlyArray<string>
  readonly sort: string
  readonly draft: Draft
  readonly colorways: ReadonlyArray<EditedColorway>
  readonly previews: ReturnType<typeof usePreviews>
  readonly mayWrite: boolean
  /** Hears of a cell as it is typed into. */
  readonly onTyped: (cell: Edit | undefined) => void
}

/** Columns of amounts that an upright paper has room for. */
const mostUpright = 4

const [rowHeight, height] = [48, 620]

/** How wide columns are, in rem at least: on a telephone prices have more of the room. */
const widthsOf = (mayWrite: boolean, isNarrow: boolean) => ({
  name: isNarrow ? 9 : 14,
  type: mayWrite ? 15.2 : 9,
})

/** The order that pressing a heading leads to: another time the other way round. */
const turned = (sort: string, by: string): string =>
  sort === by || (by === "product" && sort === "") ? `-${by}` : by

/** Colorways with their prices, and beside each price a cell for a new one, with the keys of a sheet. */
export const PriceGrid = ({
  table,
  currency,
  effective_until,
  lists,
  zoneOf,
  types,
  sort,
  draft,
  colorways,
  previews,
  mayWrite,
  onTyped,
}: PriceGridProps) => {
  const list = table.page?.price_list ?? "base"
  const isNarrow = innerWidth < 640
  const widths = widthsOf(mayWrite, isNarrow)
  const screen = Math.floor(height / rowHeight) - 2
  const sheet = useSheet({ table, list, types, draft, mayWrite, onTyped, screen, widths })
  const { rows, columns, at, typed, cellAt } = sheet
  const byColorway = useMemo(() => new Map(colorways.map((each) => [colorwayKey(each), each])), [colorways])
  const ofSizes = useMemo(() => sizeEdits(draft.edits), [draft.edits])
  const { askMore, isEnd } = table
  const onSeen = useCallback(
    (_: number, seen: number) => seen >= rows.length - 1 && !isEnd && void askMore(),
    [rows.length, isEnd, askMore],
  )
  const isUnedited = draft.edits.size === 0
  const shownIn = (cell: Edit, above?: ShownAbove) => {
    const edited = byColorway.get(colorwayKey(cell))
    return cell.text === ""
      ? undefined
      : shownEdit(
          cell,
          { currency, effective_until, zone: zoneOf(cell.brand_key) },
          edited,
          edited && previews.of(edited),
          above,
        )
  }
  /** What stands in a cell; while one types, once it is an amount. */
  const shownAt = (cell: Edit, typed: Typed | undefined, above?: ShownAbove) => {
    const shown = shownIn(typed === undefined ? cell : { ...cell, text: typed.text }, above)
    const own =
      typed !== undefined && shown?.tone === "bad" && shown.amount === typed.text ? undefined : shown
    const sizes = cell.of || sheet.isOpen(cell) ? [] : (ofSizes.get(cellKey(cell)) ?? [])
    return shownClosed(
      own,
      sizes.map((size) => [size, shownIn(size)!] as const),
      { currency, effective_until },
    )
  }
  const { seen, look } = sheet.columnsSeen
  const { row, aboveAt } = useGridRows({ sheet, types, seen, list, lists, currency, zoneOf, shownAt })
  const current = cellAt(at)
  const says = current && shownAt(current, typed, aboveAt(at.row, current.price_type))?.messages.join(". ")
  const heading = (text: string, by: string) => (
    <span
      role="columnheader"
      key={by}
      class={by.startsWith("amount") ? "number" : ""}
      aria-sort={
        sort === by || (sort === "" && by === "product")
          ? "ascending"
          : sort === `-${by}`
            ? "descending"
            : "none"
      }
    >
      <button class="sorting" type="button" onClick={() => setState({ sort: turned(sort, by) })}>
        {text}
      </button>
    </span>
  )
  return (
    <>
      <Rows
        class={`prices ${mayWrite ? "editing" : ""} ${isNarrow ? "narrow" : ""} ${isUnedited ? "unedited" : ""} ${
          types.length * (isUnedited ? 1 : 2) > mostUpright ? "wide" : ""
        }`}
        count={rows.length}
        columns={columns}
        {...{ rowHeight, height, at, onSeen, row }}
        width={`${widths.name + types.length * widths.type}rem`}
        onScrolled={look}
        of={table.of}
        label={`Prices: ${counted(table.items.length, "colorway")} of ${table.page?.total ?? 0}`}
        boxProps={{
          role: "grid",
          "aria-multiselectable": true,
          "aria-activedescendant": typed === undefined ? idOf(at) : undefined,
          "aria-rowcount": isEnd ? rows.length + 1 : -1,
          "aria-describedby": "prices-keys",
          ...sheet.boxProps,
        }}
        headings={
          <>
            {heading("Product and color", "product")}
            {types.flatMap((type) => [
              heading(type, `amount ${type}`),
              ...(mayWrite
                ? [
                    <span role="columnheader" key={`new ${type}`} class="number new">
                      New {type}
                    </span>,
                  ]
                : []),
            ])}
          </>
        }
        rowProps={(index) => ({
          class: `row${rows[index]?.size === undefined ? "" : " size"}`,
        })}
      />
      <p class="legend cellsays" role="status">
        {says}
      </p>
      <p class={says ? "unseen" : "keys legend muted"} id="prices-keys">
        {mayWrite
          ? "Arrows move, Shift chooses many, Enter or F2 edits or opens sizes, each of which takes a price of its own, Esc leaves, Tab goes to the next new amount while one types. Ctrl+Enter writes into all that is chosen, Ctrl+D fills down, Ctrl+Z takes back. Blocks are copied and pasted as in a sheet."
          : "Arrows move, Shift chooses many, Enter opens sizes, Ctrl+C copies."}
      </p>
    </>
  )
}
