import { type DraftStore, draftsIn } from "./drafts.ts"
import type { KeptDraft } from "./edits.ts"

const draftFor = draftsIn(sessionStorage)

/** New amounts that wait beside the table, kept in this tab over reloads. */
export type Draft = KeptDraft & Omit<DraftStore, "now" | "use">

/** How many new amounts wait for a list. */
export const countWaiting = (organization: string, priceList: string): number =>
  draftFor(organization, priceList).now().edits.size

export const useDraft = (organization: string, priceList: string): Draft => {
  const { now: _, use, ...draft } = draftFor(organization, priceList)
  return { ...use(), ...draft }
}
