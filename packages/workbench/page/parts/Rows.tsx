import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { usePrinting } from "./usePrinting.ts"

/** Browsers end an element at some 17 to 33 million pixels; past this a pixel scrolled is more than one of the rows. */
const mostPixels = 8_000_000

/** Rows that are printed at most, some 100 sheets: of more there are files. */
export const mostPrinted = 5_000

/** Rows above and below those that are seen, so that scrolling shows no gap. */
const beyond = 4

/** Rows that come into sight and are drawn in a frame: a screen of them, with many cells each, takes some, and none is long. */
const mostAtOnce = 3

interface Drawn {
  readonly of: string
  readonly rows: ReadonlySet<number>
  /** Whether there was a row yet. */
  readonly isOpen: boolean
  /** How many more are drawn: a frame has room for some, and what is drawn beside frames comes on top of the next one. */
  left: number
}

/** Those of the rows from `first` to `last` that are drawn now, those in sight first; with the others once the next frame comes. */
const useSomeAtOnce = (of: string, first: number, last: number, isWhole: boolean): ReadonlySet<number> => {
  const drawn = useRef<Drawn>({ of, rows: new Set(), isOpen: false, left: 0 })
  const [, goOn] = useState(0)
  const rows = new Set<number>()
  const { rows: before, isOpen, left: room } = drawn.current
  const isOther = !isOpen || drawn.current.of !== of
  // what is opened is there at once
  let left = isWhole || isOther ? Number.POSITIVE_INFINITY : room
  const seen = Math.min(first + beyond, last)
  for (let step = 0; step <= last - first; step++) {
    const row = seen + step <= last ? seen + step : last - step
    if (before.has(row) || left-- > 0) rows.add(row)
  }
  // to take rows away is the work of a frame too: those of a screen that is scrolled past
  const isWork = [...before].filter((row) => !rows.has(row)).length > mostAtOnce
  drawn.current = { of, rows, isOpen: last >= first, left: 0 }
  const isMore = rows.size <= last - first
  useLayoutEffect(() => {
    if (!isMore) return
    const frame = requestAnimationFrame(() => {
      drawn.current.left = isWork ? 0 : mostAtOnce
      goOn((count) => count + 1)
    })
    return () => cancelAnimationFrame(frame)
  })
  return rows
}

interface RowsProps {
  readonly count: number
  readonly label: string
  /** Pixels. */
  readonly rowHeight?: number
  /** The most pixels that are seen at once. */
  readonly height?: number
  readonly class?: string
  readonly headings: ComponentChildren
  readonly row: (index: number) => ComponentChildren
  readonly columns?: number
  /** Says which rows are seen, so that they can be fetched. */
  readonly onSeen?: (first: number, last: number) => void
  /** Another list begins at its top. */
  readonly of?: string
  readonly rowProps?: (index: number) => Readonly<Record<string, unknown>>
  /** Of the table itself: another role, what is done at a key. */
  readonly boxProps?: Readonly<Record<string, unknown>>
  /** How wide rows are at least, as CSS has it. */
  readonly width?: string
  /** Hears of scrolling, to the side too. */
  readonly onScrolled?: (box: HTMLElement) => void
  /** A row that is brought in sight each time that it is said anew. */
  readonly at?: { readonly row: number }
}

/**
 * A table of any length of which the rows that are seen are there. Rows are of one height, so that a million of them need
 * neither measuring nor an element as high as all of them.
 */
export const Rows = ({
  count,
  label,
  rowHeight = 36,
  height = 540,
  headings,
  row,
  columns,
  onSeen,
  of = "",
  rowProps,
  boxProps,
  width,
  onScrolled,
  at,
  ...rest
}: RowsProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const all = (count + 1) * rowHeight
  const room = Math.min(all, mostPixels)
  const seen = Math.min(height, all + 2)
  // how far the rows lie above where they would be if the room were as high as all of them
  const ratio = all <= seen ? 1 : (all - seen) / Math.max(1, room - seen)
  const offset = top * ratio
  const isPrinting = usePrinting()
  const first = isPrinting ? 0 : Math.max(0, Math.floor(offset / rowHeight) - beyond)
  const last = isPrinting
    ? Math.min(count, mostPrinted) - 1
    : Math.min(count - 1, Math.ceil((offset + seen) / rowHeight) + beyond)

  useEffect(() => {
    if (count > 0 && !isPrinting) onSeen?.(first, last)
  }, [first, last, count, onSeen, isPrinting])
  useEffect(() => {
    box.current?.scrollTo(0, 0)
    setTop(0)
  }, [of])

  useEffect(() => {
    if (at === undefined || box.current === null) return
    const top = at.row * rowHeight
    // without a scroll bar, and on a low screen less than was asked for
    const bottom = top + 2 * rowHeight - box.current.clientHeight
    const wanted = Math.min(Math.max(offset, bottom), top)
    if (wanted !== offset) box.current.scrollTop = wanted / ratio
  }, [at])

  const drawn = useSomeAtOnce(of, first, last, isPrinting)
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  // scrolling draws no row anew
  const cells = useRef({ row, of: new Map<number, ComponentChildren>() })
  const known = cells.current.row === row ? cells.current.of : new Map<number, ComponentChildren>()
  cells.current = { row, of: new Map([...drawn].map((index) => [index, known.get(index) ?? row(index)])) }
  return (
    <div
      {...rest}
      class={`rows ${rest.class ?? ""}`}
      ref={box}
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns}
      // scrolled by keyboard too
      tabIndex={0}
      {...boxProps}
      style={{ height: `${seen}px` }}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop)
        onScrolled?.(event.currentTarget)
      }}
    >
      <div class="room" role="rowgroup" style={{ height: `${room}px`, ...(width && { minWidth: width }) }}>
        <div class="row headings" role="row" aria-rowindex={1}>
          {headings}
        </div>
        {shown.map((index) => (
          <div
            key={index}
            class="row"
            role={drawn.has(index) ? "row" : "presentation"}
            aria-rowindex={drawn.has(index) ? index + 2 : undefined}
            {...rowProps?.(index)}
            style={{ top: `${(index + 1) * rowHeight - offset + top}px` }}
          >
            {cells.current.of.get(index)}
          </div>
        ))}
      </div>
    </div>
  )
}
