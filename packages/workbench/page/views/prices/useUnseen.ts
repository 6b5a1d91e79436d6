import { useEffect, useRef } from "preact/hooks"
import { counted, showCount } from "../../format/decimal.ts"
import { colorwayKey, type Edit, type Edits } from "./edits.ts"
import { hasFilter } from "./tableQuery.ts"
import type { Colorway, useTable } from "./useTable.ts"

/** Pages that are read of a table to find rows with new amounts. */
const mostPages = 20

/** The new amounts whose rows are not among these. */
export const editsOutside = (
  edits: Edits,
  items: ReadonlyArray<Pick<Colorway, "product_key" | "color">>,
): ReadonlyArray<Edit> => {
  const keys = new Set(items.map(colorwayKey))
  return [...edits.values()].filter((edit) => !keys.has(colorwayKey(edit)))
}

/** A sentence of new amounts that the filters hide; `isKnown`: the table has been read as far as it goes. */
export const unseenText = (count: number, all: number, isKnown: boolean): string => {
  const which =
    count < all
      ? `${counted(count, "new price")} of ${showCount(all)} ${count === 1 ? "is" : "are"}`
      : all === 1
        ? "The new price is"
        : `All ${counted(all, "new price")} are`
  return `${which} in rows that the filters hide${isKnown ? "" : " or that are not read yet"}: what is generated has ${count === 1 ? "it" : "them"} too.`
}

/** What is said of new amounts in rows that the filters hide. */
export const useUnseen = (
  edits: Edits,
  table: ReturnType<typeof useTable>,
  query: URLSearchParams,
): string | undefined => {
  const outside = hasFilter(query) ? editsOutside(edits, table.items) : []
  const { of, items, isEnd, askMore } = table
  const read = useRef({ of, pages: 0 })
  const isSought = outside.length > 0 && items.length > 0 && !isEnd
  useEffect(() => {
    if (read.current.of !== of) read.current = { of, pages: 0 }
    if (isSought && read.current.pages++ < mostPages) void askMore()
  }, [isSought, items, of])
  // of rows that are awaited nothing is known
  const isAwaited = table.page === undefined && table.first.isLoading
  if (outside.length === 0 || isAwaited) return undefined
  return unseenText(outside.length, edits.size, isEnd && !table.first.isLoading)
}
