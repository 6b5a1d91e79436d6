import { counted, percentBetween, showAmount } from "../../format/decimal.ts"
import { ownZone, showEffective } from "../../format/time.ts"
import { decimalFault, typedDecimal } from "../../format/typedDecimal.ts"
import type { Edit, EditedColorway } from "./edits.ts"
import type { Previewed } from "./usePreviews.ts"

/** What stands in a cell in which something was typed. */
export interface Shown {
  readonly amount: string
  /** In a few characters. */
  readonly note: string
  readonly tone: "" | "changed" | "unchanged" | "warn" | "bad"
  /** What it meets, in whole sentences. */
  readonly messages: ReadonlyArray<string>
}

const refusals = {
  blocked: "the policy blocks it",
  collides: "meets another price",
  no_return: "nothing to return to",
  stale: "prices have moved",
} as const

const collisionWords = {
  same_instant: "begins then too",
  overridden_later: "replaces it later",
  leapfrogged: "begins before it",
} as const

/** A sentence for each price that is met, with how many sizes have it. */
const collisionTexts = (collisions: Previewed["collisions"]): ReadonlyArray<string> => {
  const alike = Map.groupBy(collisions, ({ amount, effective_from, batch_key, kind }) => {
    const price = amount === null ? "an end of the price" : showAmount(amount)
    const batch = batch_key === null ? "" : ` in ${batch_key}`
    return `${price} from ${showEffective(effective_from, ownZone())}${batch} ${collisionWords[kind]}`
  })
  return [...alike].map(([text, own]) => `${text}: ${counted(own.length, "size")}`)
}

export const faultOf = (text: string): string | undefined =>
  typedDecimal(text)?.startsWith("-") ? "A price is 0 or more" : decimalFault(text, "139.95")

/** A cell as a dry run sees it; undefined while it is awaited. */
export const shownEdit = (
  { text, price_type }: Edit,
  colorway: EditedColorway | undefined,
  found: Previewed | undefined,
): Shown => {
  const fault = faultOf(text)
  if (fault !== undefined) return { amount: text, note: fault, tone: "bad", messages: [fault] }
  const amount = typedDecimal(text)!
  const line = colorway?.lines.findIndex((each) => each.price_type === price_type) ?? -1
  const of = { amount: showAmount(amount) }
  if (found === undefined || line === -1) return { ...of, note: "…", tone: "", messages: [] }
  const ofLine = <Of extends { readonly line: number | null }>(all: ReadonlyArray<Of>) =>
    all.filter((each) => each.line === line)
  const [warnings, collisions] = [ofLine(found.warnings), ofLine(found.collisions)]
  const messages = [...warnings.map(({ message }) => message), ...collisionTexts(collisions)]
  const follows = found.lines.filter((each) => each.line === line)
  const isRefused = found.refused !== undefined && (found.refused !== "collides" || collisions.length > 0)
  if (isRefused) return { ...of, note: refusals[found.refused!], tone: "bad", messages }
  if (messages.length > 0) return { ...of, note: `${messages.length} to look at`, tone: "warn", messages }
  if (follows.every(({ status }) => status === "unchanged"))
    return { ...of, note: "unchanged", tone: "unchanged", messages }
  const previous = follows.find(({ status }) => status === "changed")?.previous
  const note = previous == null ? "new" : (percentBetween(previous, amount) ?? "changed")
  return { ...of, note, tone: "changed", messages }
}
