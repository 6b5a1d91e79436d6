import type { PriceChangeResult } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import type { Preview } from "./usePreview.ts"

type Follows = Exact<PriceChangeResult>["colorways"][number]["lines"]

/**
 * The preview with what each line follows as generating would judge it, which knows when lines end and what they withdraw;
 * `places` are those of its lines in the preview.
 */
export const followed = (preview: Preview, follows: Follows, places: ReadonlyArray<number>): Preview => {
  const byPlace = Map.groupBy(follows, ({ line }) => places[line])
  return {
    ...preview,
    lines: preview.lines.map((line, place) => {
      const groups = byPlace.get(place) ?? []
      const known = new Map(groups.flatMap((group) => group.variant_keys.map((key) => [key, group] as const)))
      // of a group of very many the answer names the first
      const cut = groups.filter(({ variants, variant_keys }) => variants > variant_keys.length)
      const rest = cut.length === 1 ? cut[0] : undefined
      return {
        ...line,
        variants: line.variants.map((variant) => {
          const group = known.get(variant.variant_key) ?? rest
          return group === undefined
            ? variant
            : { ...variant, status_at_effective: group.status, previous: group.previous }
        }),
      }
    }),
  }
}
