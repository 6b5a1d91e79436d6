import type { PriceChangeResult } from "@hangtag/client"
import { useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { useAsk } from "../../app/useAsk.ts"
import type { Chosen } from "../priceChange/collisionChoices.ts"
import { colorwayKey, type EditedColorway } from "./edits.ts"

type Result = Exact<PriceChangeResult>
type Colorway = Result["colorways"][number]

/** What a dry run found of a colorway's edits, and what it would be refused for. */
export interface Previewed extends Colorway {
  readonly refused: Result["refused_colorways"][number]["reason"] | undefined
}

/** Colorways that one dry run is asked for at most: a block of thousands is previewed part by part. */
const mostAsked = 100

/** The members of a request that say what is chosen. */
export const choiceMembers = ({ same_instant, on_no_return }: Chosen) => ({
  on_collision: { same_instant },
  on_no_return,
})

const questionOf = (colorway: EditedColorway, chosen: Chosen): string =>
  JSON.stringify([colorway.product_key, colorway.color, colorway.lines, chosen])

interface Previews {
  readonly of: (colorway: EditedColorway) => Previewed | undefined
  readonly isLoading: boolean
  readonly error: Error | undefined
  /** Forgets what is known: prices have changed meanwhile. */
  readonly again: () => void
}

/** Looks at what edits would do by dry runs, of each colorway once for what stands there, those of one brand together. */
export const usePreviews = (colorways: ReadonlyArray<EditedColorway>, chosen: Chosen): Previews => {
  const known = useRef(new Map<string, Previewed>())
  const [, redraw] = useState(0)
  const missing = colorways.filter((each) => !known.current.has(questionOf(each, chosen)))
  const brand = missing[0]?.brand_key
  const asked = missing.filter(({ brand_key }) => brand_key === brand).slice(0, mostAsked)
  const answer = useAsk(
    asked.length === 0 ? null : JSON.stringify([brand, asked, chosen]),
    async (signal) => {
      const body = {
        brand_key: brand!,
        dry_run: true,
        ...choiceMembers(chosen),
        colorways: asked.map(({ product_key, color, lines }) => ({ product_key, color, lines })),
      }
      const result = await api.generatePriceChange(body, { signal })
      const reasons = new Map(result.refused_colorways.map((each) => [colorwayKey(each), each.reason]))
      for (const [index, colorway] of asked.entries()) {
        const refused = reasons.get(colorwayKey(colorway))
        known.current.set(questionOf(colorway, chosen), { ...result.colorways[index]!, refused })
      }
    },
    // keys come further apart: each is asked for
    { after: 10 },
  )
  return {
    of: (colorway) => known.current.get(questionOf(colorway, chosen)),
    isLoading: missing.length > 0 && answer.error === undefined,
    error: missing.length > 0 ? answer.error : undefined,
    again: () => {
      known.current.clear()
      redraw((count) => count + 1)
      answer.again()
    },
  }
}
