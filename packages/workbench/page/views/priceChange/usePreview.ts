import { HangtagError } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"
import { isComplete, type Line, type LinesOf, wireLine } from "./lines.ts"

export type Preview = Awaited<ReturnType<typeof api.previewColorway>>

export interface Of {
  readonly brand: string
  readonly product: string
  readonly color: string
}

/** The preview of lines, as a person types: a moment after the last key; what is shown stays until the next is there. */
export const usePreview = (
  { brand, product, color }: Of,
  lines: ReadonlyArray<Line>,
  linesOf: LinesOf,
  asked: { readonly show_lists?: true } = {},
): Asked<Preview> => {
  const complete = lines.filter((line) => isComplete(line, linesOf)).map((line) => wireLine(line, linesOf))
  const { list: price_list } = linesOf
  const body = { product_key: product, color, price_list, lines: complete }
  const isAsked = brand !== "" && product !== "" && color !== ""
  return useAsk(
    isAsked ? JSON.stringify([brand, body, asked]) : null,
    (signal) => api.previewColorway({ brand_key: brand, ...body, ...asked }, { signal }),
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
