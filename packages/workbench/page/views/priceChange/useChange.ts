import type { OnCollision, PriceChangeResult } from "@hangtag/client"
import { api } from "../../app/api.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"
import { shortenedName } from "../../format/batchName.ts"
import { inPlaceOf } from "./inPlaceOf.ts"
import { type Line, type LinesOf, wireLine } from "./lines.ts"

interface ChangeOf {
  readonly brand: string
  readonly product: string
  readonly color: string
  /** What the batch is called. */
  readonly name: string
  /** The open batch that it replaces; empty: none. */
  readonly instead: string
  /** Those that change something. */
  readonly lines: ReadonlyArray<Line>
  readonly linesOf: LinesOf
  readonly basis: string
  readonly choices: Required<OnCollision>
}

/** Collisions that a dry run lists of a colorway; there may be more. */
export const mostListed = 100

export type DryRun = Asked<Exact<PriceChangeResult>>

/** The request of a price change, and what it would write; that is asked for where the change can be generated. */
export const useChange = (
  { brand, product, color, name, instead, lines, linesOf, basis, choices }: ChangeOf,
  isAsked: boolean,
) => {
  const colorway = {
    product_key: product,
    color,
    lines: lines.map((line) => ({
      ...wireLine(line, linesOf),
      ...(line.until && { effective_until: line.until }),
      ...(line.endsWithout && { return: "none" as const }),
    })),
  }
  const body = {
    name: shortenedName(name),
    colorways: [{ ...colorway, basis }],
    on_collision: choices,
    ...(instead !== "" && { replaces: instead }),
  }
  const tried = { ...body, colorways: [colorway], dry_run: true }
  const dry: DryRun = useAsk(
    isAsked && lines.length > 0 ? JSON.stringify([brand, basis, tried]) : null,
    (signal) => inPlaceOf(instead, () => api.generatePriceChange({ brand_key: brand, ...tried }, { signal })),
    { after: 180, fresh: false },
  )
  return { body, dry }
}
