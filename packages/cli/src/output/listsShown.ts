import type { LinePreview } from "@hangtag/core"
import { counted } from "./counted.ts"

/** `shown in EU (12 variants), DE (3 variants)`; nothing where there are none. */
export const listsShown = (label: string, lists: LinePreview["shown_in"] = []): ReadonlyArray<string> =>
  lists.length === 0
    ? []
    : [
        `${label} ${lists.map(({ price_list, variants }) => `${price_list} (${counted(variants, "variant")})`).join(", ")}`,
      ]
