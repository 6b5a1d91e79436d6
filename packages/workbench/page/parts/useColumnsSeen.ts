import { useEffect, useRef, useState } from "preact/hooks"
import { usePrinting } from "./usePrinting.ts"

/** How wide the columns of a table are, in rem at least: what a row is of, and each of those that come again. */
export interface Widths {
  readonly name: number
  readonly type: number
}

/** Columns by their places, from the first to the last. */
export interface Seen {
  readonly first: number
  readonly last: number
}

type Scrolled = Pick<HTMLElement, "scrollLeft" | "clientWidth" | "scrollWidth">

/** Pixels of a rem, as wide as the table has become. */
const unitOf = ({ scrollWidth }: Pick<Scrolled, "scrollWidth">, count: number, { name, type }: Widths) =>
  scrollWidth / (name + count * type)

/** The columns in sight, and one beside them at either end. */
export const seenIn = (scrolled: Scrolled, count: number, widths: Widths): Seen => {
  const { scrollLeft, clientWidth } = scrolled
  const unit = unitOf(scrolled, count, widths)
  const placeOf = (left: number) => Math.floor((left / unit - widths.name) / widths.type)
  return {
    first: Math.max(0, placeOf(scrollLeft) - 1),
    last: Math.min(count - 1, placeOf(scrollLeft + clientWidth) + 1),
  }
}

/** Where a column lies, in pixels of the table. */
export const placeOfColumn = (
  scrolled: Pick<Scrolled, "scrollWidth">,
  index: number,
  count: number,
  widths: Widths,
) => {
  const unit = unitOf(scrolled, count, widths)
  return { left: (widths.name + index * widths.type) * unit, width: widths.type * unit }
}

/** The columns in sight: others are not drawn, unless it is printed. `look` hears of scrolling. */
export const useColumnsSeen = (count: number, widths: Widths) => {
  const box = useRef<HTMLElement | null>(null)
  /** As many as a window of this width has at most, where it was never scrolled. */
  const atFirst = () => ({ first: 0, last: Math.ceil(innerWidth / 16 / widths.type) })
  const [seen, setSeen] = useState<Seen>(atFirst)
  const look = (scrolled = box.current) => {
    box.current = scrolled
    const next = scrolled === null ? atFirst() : seenIn(scrolled, count, widths)
    setSeen((known) => (known.first === next.first && known.last === next.last ? known : next))
  }
  useEffect(() => {
    const resized = () => look()
    addEventListener("resize", resized)
    return () => removeEventListener("resize", resized)
  })
  const isPrinting = usePrinting()
  const last = Math.min(seen.last, count - 1)
  return {
    seen: isPrinting ? { first: 0, last: count - 1 } : { first: Math.min(seen.first, last), last },
    look,
  }
}
