import type { RefObject } from "preact"
import { useEffect, useState } from "preact/hooks"
import { usePrinting } from "../../parts/usePrinting.ts"

/** How wide the columns of the table are, in rem at least: that of names, and those of a price type. */
export const columnWidths = (mayWrite: boolean) => ({ name: 14, type: mayWrite ? 15.2 : 9 })

/** Price types by their places, from the first to the last. */
export interface Seen {
  readonly first: number
  readonly last: number
}

type Scrolled = Pick<HTMLElement, "scrollLeft" | "clientWidth" | "scrollWidth">

/** The price types in sight, and one beside them at either end. */
export const seenIn = (
  { scrollLeft, clientWidth, scrollWidth }: Scrolled,
  count: number,
  mayWrite: boolean,
): Seen => {
  const { name, type } = columnWidths(mayWrite)
  const unit = scrollWidth / (name + count * type)
  const placeOf = (left: number) => Math.floor((left / unit - name) / type)
  return {
    first: Math.max(0, placeOf(scrollLeft) - 1),
    last: Math.min(count - 1, placeOf(scrollLeft + clientWidth) + 1),
  }
}

/** Where a column of the table lies, in its pixels. */
export const placeOfColumn = (
  { scrollWidth }: Scrolled,
  column: number,
  count: number,
  mayWrite: boolean,
) => {
  const { name, type } = columnWidths(mayWrite)
  const unit = scrollWidth / (name + count * type)
  const index = Math.ceil(column / (mayWrite ? 2 : 1)) - 1
  return { left: (name + index * type) * unit, width: type * unit }
}

/** The price types whose columns are in sight: others are not drawn, unless it is printed. */
export const useColumnsSeen = (box: RefObject<HTMLElement | null>, count: number, mayWrite: boolean) => {
  const all = { first: 0, last: count - 1 }
  /** As many as a window of this width has at most, where it was never scrolled. */
  const atFirst = () => ({ first: 0, last: Math.ceil(innerWidth / 16 / columnWidths(mayWrite).type) })
  const [seen, setSeen] = useState<Seen>(atFirst)
  const look = (scrolled: HTMLElement | null = box.current) => {
    const next = scrolled === null ? atFirst() : seenIn(scrolled, count, mayWrite)
    setSeen((known) => (known.first === next.first && known.last === next.last ? known : next))
  }
  useEffect(() => {
    const resized = () => look()
    addEventListener("resize", resized)
    return () => removeEventListener("resize", resized)
  })
  const isPrinting = usePrinting()
  return { seen: isPrinting ? all : { first: seen.first, last: Math.min(seen.last, count - 1) }, look }
}
