import type { PriceList } from "@hangtag/client"
import type { VNode } from "preact"
import { useRef } from "preact/hooks"
import { Gap } from "../../parts/Gap.tsx"
import type { Seen } from "../../parts/useColumnsSeen.ts"
import { EditCell, NameCell, PriceCell, SizeCell, SizePriceCell } from "./cells.tsx"
import type { Edit } from "./edits.ts"
import type { Shown, ShownAbove } from "./found.ts"
import type { Typed, useSheet } from "./useSheet.ts"

interface GridRowsOf {
  readonly sheet: ReturnType<typeof useSheet>
  readonly types: ReadonlyArray<string>
  readonly seen: Seen
  readonly list: string
  readonly lists: ReadonlyArray<PriceList>
  readonly currency: string | null
  readonly zoneOf: (brandKey: string) => string
  readonly shownAt: (cell: Edit, typed: Typed | undefined, above?: ShownAbove) => Shown | undefined
}

interface Drawn {
  readonly of: ReadonlyArray<unknown>
  readonly row: VNode
}

/** More rows than are ever in sight at once. */
const mostKept = 200

const areSame = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean =>
  a.length === b.length && a.every((each, place) => each === b[place])

/** Rows with the columns in sight, each drawn anew where something of it is another: a key that is typed is one row's. */
export const useGridRows = ({ sheet, types, seen, list, lists, currency, zoneOf, shownAt }: GridRowsOf) => {
  const { rows, perType, at, typed, cellAt } = sheet
  const kept = useRef(new Map<number, Drawn>())
  if (kept.current.size > mostKept) kept.current.clear()
  const nameOf = (key: string | null) =>
    key === null || key === list ? undefined : (lists.find((each) => each.price_list === key)?.name ?? key)
  const shown = types.slice(seen.first, seen.last + 1)
  const [before, behind] = [seen.first * perType, (types.length - 1 - seen.last) * perType]

  /** What another list's price is that stands in a row, where it is one. */
  const aboveAt = (row: number, type: string): ShownAbove | undefined => {
    const { item, size = item } = rows[row]!
    const price = size === "asked" ? undefined : size.prices.find((each) => each.price_type === type)
    const from = nameOf(price?.from_list ?? null)
    if (price === undefined || from === undefined) return undefined
    const { least_amount: amount, greatest_amount = amount } =
      "amounts" in price ? (price.amounts ?? {}) : { least_amount: price.amount }
    return amount == null || amount !== greatest_amount ? undefined : { amount, from }
  }

  const drawRow = (row: number): VNode => {
    const { item, size } = rows[row]!
    const zone = zoneOf(item.brand_key)
    const columnOf = (index: number) => 1 + (seen.first + index) * perType
    const isTyped = typed !== undefined && at.row === row
    const cells = shown.map((_, index) => {
      const column = columnOf(index) + 1
      const cell = perType === 2 ? cellAt({ row, column }) : undefined
      const own = isTyped && at.column === column ? typed : undefined
      return cell && { cell, own, shown: shownAt(cell, own, aboveAt(row, cell.price_type)) }
    })
    const isOpen = sheet.isOpen(item)
    const { isAt, isChosen } = sheet
    const of = [
      ...[item, size, isOpen, zone, currency, types, list, lists, seen.first, seen.last, perType],
      ...Array.from({ length: 1 + shown.length * perType }, (_, index) => {
        const place = { row, column: index === 0 ? 0 : before + index }
        return `${isAt(place)} ${isChosen(place)}`
      }),
      ...cells.map((each) => each?.shown && JSON.stringify(each.shown)),
    ]
    const known = kept.current.get(row)
    if (!isTyped && known !== undefined && areSame(known.of, of)) return known.row
    const propsOf = (column: number) => sheet.propsOf({ row, column })
    const prices = (index: number, type: string) => {
      const column = columnOf(index)
      const props = { ...propsOf(column), currency, zone, nameOf }
      if (size === undefined) {
        const price = item.prices.find((each) => each.price_type === type)
        return <PriceCell key={type} {...props} price={price} variants={item.variants} />
      }
      const own = size === "asked" ? undefined : size.prices.find((each) => each.price_type === type)
      return <SizePriceCell key={type} {...props} price={own} />
    }
    const drawn = (
      <>
        {size === undefined ? (
          <NameCell {...propsOf(0)} item={item} isOpen={isOpen} list={list} />
        ) : (
          <SizeCell {...propsOf(0)} size={size} />
        )}
        <Gap key="before" columns={before} />
        {shown.flatMap((type, index) => {
          const edit = cells[index]
          const column = columnOf(index) + 1
          return [
            prices(index, type),
            ...(perType === 1
              ? []
              : [
                  edit === undefined ? (
                    <span role="gridcell" key={`new ${type}`} aria-colindex={column + 1} />
                  ) : (
                    <EditCell
                      key={`new ${type}`}
                      {...propsOf(column)}
                      label={`New ${type} of ${[item.name, item.color, ...(edit.cell.of ? [edit.cell.of.size] : [])].join(", ")}`}
                      shown={edit.shown}
                      typed={edit.own}
                      onInput={sheet.type}
                      onLeave={() => sheet.keep()}
                    />
                  ),
                ]),
          ]
        })}
        <Gap key="behind" columns={behind} />
      </>
    )
    if (isTyped) kept.current.delete(row)
    else kept.current.set(row, { of, row: drawn })
    return drawn
  }
  return { row: drawRow, aboveAt }
}
