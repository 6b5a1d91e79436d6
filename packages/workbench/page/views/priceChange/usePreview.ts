import { HangtagError } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"
import { dayFromNow } from "../../format/time.ts"
import { isComplete, type Line, type LinesOf, wireLine } from "./lines.ts"

export type Preview = Awaited<ReturnType<typeof api.previewColorway>>

export interface Of {
  readonly brand: string
  readonly product: string
  readonly color: string
}

/** A preview without lines is about `base`: of another list it is asked for with one, which is left out of what is shown. */
const anyLine = (price_list: string, effective_from: string) =>
  ({ price_type: "MAP", price_list, amount: "1", effective_from }) as const

/** The preview of lines, as a person types: a moment after the last key; what is shown stays until the next is there. */
export const usePreview = (
  { brand, product, color }: Of,
  lines: ReadonlyArray<Line>,
  linesOf: LinesOf,
  asked: { readonly show_lists?: true } = {},
): Asked<Preview> => {
  const complete = lines.filter((line) => isComplete(line, linesOf)).map((line) => wireLine(line, linesOf))
  const isEmpty = complete.length === 0
  const { list, zone } = linesOf
  const body = {
    product_key: product,
    color,
    lines: isEmpty && list !== "base" ? [anyLine(list, dayFromNow(0, zone))] : complete,
  }
  const isAsked = brand !== "" && product !== "" && color !== ""
  return useAsk(
    isAsked ? JSON.stringify([brand, body, asked]) : null,
    async (signal) => {
      const found = await api.previewColorway({ brand_key: brand, ...body, ...asked }, { signal })
      return isEmpty ? { ...found, lines: [], warnings: [], returns: [] } : found
    },
    { after: 180, fresh: false },
  )
}

/** Which line, as it is typed, each line of the preview is. */
export const placesOf = (lines: ReadonlyArray<Line>, of: LinesOf): ReadonlyArray<number> =>
  lines.flatMap((line, index) => (isComplete(line, of) ? [index] : []))

/** What the server finds wrong, by line and field: "0.amount". */
export const faultsOf = (
  error: Error | undefined,
  places: ReadonlyArray<number>,
): ReadonlyMap<string, string> =>
  new Map(
    error instanceof HangtagError
      ? error.faults.flatMap(({ loc, msg }): Array<[string, string]> => {
          const at = loc.indexOf("lines")
          return at < 0 ? [] : [[`${places[Number(loc[at + 1])]}.${loc[at + 2]}`, msg]]
        })
      : [],
  )
