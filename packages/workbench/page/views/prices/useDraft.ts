import { useEffect, useState } from "preact/hooks"
import { type DraftStore, draftsIn } from "./drafts.ts"
import type { KeptDraft } from "./edits.ts"

const draftFor = draftsIn(sessionStorage)

/** New amounts that wait beside the table, kept in this tab over reloads. */
export type Draft = KeptDraft & Omit<DraftStore, "now" | "listen">

/** How many new amounts wait for a list. */
export const countWaiting = (organization: string, priceList: string): number =>
  draftFor(organization, priceList).now().edits.size

export const useDraft = (organization: string, priceList: string): Draft => {
  const { now, listen, ...draft } = draftFor(organization, priceList)
  const [, redraw] = useState(0)
  useEffect(() => listen(() => redraw((count) => count + 1)), [listen])
  return { ...now(), ...draft }
}
