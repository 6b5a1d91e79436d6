import { compareDecimals, counted, percentBetween, showAmount, showRange } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { collisionTexts, collisionWords } from "../priceChange/collisionTexts.ts"
import { cellKey, type Edit, type EditedColorway, type EditedList, writtenEdit } from "./edits.ts"
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

const refusals: Readonly<
  Record<NonNullable<Previewed["refused"]>, readonly [note: string, sentence: string]>
> = {
  blocked: ["blocked", "the policy blocks it"],
  collides: ["meets another price", "another price begins then too"],
  no_return: ["nothing to return to", "there is no price to return to on the day that it ends"],
  stale: ["prices have moved", "prices have moved since it was looked at"],
}

const warningWords: Readonly<Record<Previewed["warnings"][number]["kind"], string>> = {
  notice_too_short: "short notice",
  backdated: "in the past",
  above_msrp: "above MSRP",
  large_change: "large change",
  unlikely_amount: "unlikely",
  ending: "unusual ending",
  blackout: "in a blackout",
  unknown_price_type: "unknown type",
  return_in_blackout: "ends in a blackout",
  return_too_soon: "ends too soon",
  below_map: "below MAP",
  never_in_force: "never in force",
  clock_change: "clock change",
}

/** The first of what is met, and that there is more. */
const noteOf = (notes: ReadonlyArray<string>): string => {
  const [first, ...others] = new Set(notes)
  return others.length === 0 ? first! : `${first} +${others.length}`
}

/** What is found of a line, and of which variants. */
interface About {
  readonly line: number | null
  readonly variant_key?: string
  readonly variant_keys?: ReadonlyArray<string>
}

/** What a list shows where it has no price of its own. */
export interface ShownAbove {
  readonly amount: string
  /** The list that it is a price of. */
  readonly from: string
}

/** A cell as a dry run sees it, in the currency of its list and the zone of its brand; without a note while it is awaited. */
export const shownEdit = (
  edit: Edit,
  {
    currency,
    effective_until,
    zone,
  }: Pick<EditedList, "currency" | "effective_until"> & { readonly zone: string },
  colorway: EditedColorway | undefined,
  found: Previewed | undefined,
  above?: ShownAbove,
): Shown => {
  const { text, of: size } = edit
  const { amount, problem } = writtenEdit(text, { currency, effective_until })
  if (problem !== undefined)
    return { amount: text, note: problem, tone: "bad", messages: [`“${text}” ${problem}`] }
  const of = { amount: amount === null ? "end" : showAmount(amount, currency) }
  const line = colorway?.places[cellKey(edit)]
  if (colorway !== undefined && line === undefined)
    return { ...of, note: "each size has its own", tone: "unchanged", messages: [] }
  if (found === undefined) return { ...of, note: "…", tone: "", messages: [] }
  const isOf = ({ variant_key, variant_keys }: About) =>
    size === undefined ||
    variant_key === size.variant_key ||
    variant_keys?.includes(size.variant_key) === true
  const ofLine = <Of extends About>(all: ReadonlyArray<Of>) =>
    all.filter((each) => each.line === line && isOf(each))
  const [warnings, collisions] = [ofLine(found.warnings), ofLine(found.collisions)]
  const notes = [
    ...warnings.map(({ kind }) => warningWords[kind]),
    ...collisions.map(({ kind }) => collisionWords[kind][0]),
  ]
  const messages = [
    ...warnings.map(({ message }) => inWords(message, zone)),
    ...collisionTexts(collisions, zone, currency),
  ]
  const follows = ofLine(found.lines)
  const { refused } = found
  const isOther =
    (refused === "collides" && !collisions.some(({ action }) => action === "rejected")) ||
    (refused === "no_return" && ofLine(found.no_return).length === 0)
  if (refused !== undefined && !isOther) {
    const [note, sentence] = refusals[refused]
    const own = refused === "blocked" && notes.length > 0 ? `: ${noteOf(notes)}` : ""
    return { ...of, note: `${note}${own}`, tone: "bad", messages: [sentence, ...messages] }
  }
  if (notes.length > 0) return { ...of, note: noteOf(notes), tone: "warn", messages }
  if (follows.every(({ status }) => status === "unchanged"))
    return { ...of, note: amount === null ? "no price to end" : "unchanged", tone: "unchanged", messages }
  if (amount === null) return { ...of, note: "ends", tone: "changed", messages }
  const previous = follows.find(({ status }) => status === "changed")?.previous
  const percent = percentBetween(previous ?? above?.amount ?? "0", amount)
  if (previous != null) return { ...of, note: percent ?? "changed", tone: "changed", messages }
  if (above === undefined || percent === undefined) return { ...of, note: "new", tone: "changed", messages }
  const replaced = `Takes the place of ${showAmount(above.amount, currency)} from ${above.from}`
  return { ...of, note: `${percent} (${above.from})`, tone: "changed", messages: [...messages, replaced] }
}

const tones: ReadonlyArray<Shown["tone"]> = ["unchanged", "", "changed", "warn", "bad"]

/** The cell of a closed colorway: its own amount, and what stands in the cells of its sizes, which are not seen. */
export const shownClosed = (
  own: Shown | undefined,
  sizes: ReadonlyArray<readonly [edit: Edit, shown: Shown]>,
  list: Pick<EditedList, "currency" | "effective_until">,
): Shown | undefined => {
  if (sizes.length === 0) return own
  const written = sizes.map(([{ text }]) => writtenEdit(text, list).amount)
  const amounts = written.filter((each) => typeof each === "string").sort(compareDecimals)
  const faults = written.filter((each) => each === undefined).length
  const said = [
    ...(amounts.length > 0
      ? [showRange({ least_amount: amounts[0]!, greatest_amount: amounts.at(-1)! }, list.currency)]
      : []),
    ...(written.includes(null) ? ["end"] : []),
    ...(faults > 0 ? [`${faults} without an amount`] : []),
  ].join(", ")
  const count = counted(sizes.length, "size")
  const all = [...(own ? [own] : []), ...sizes.map(([, shown]) => shown)]
  const worst = all.reduce((a, b) => (tones.indexOf(b.tone) > tones.indexOf(a.tone) ? b : a))
  const isMet = own === undefined && (worst.tone === "warn" || worst.tone === "bad")
  return {
    amount: own?.amount ?? said,
    note:
      own === undefined ? `in ${count}${isMet ? `: ${worst.note}` : ""}` : `${own.note}, ${count}: ${said}`,
    tone: worst.tone,
    messages: [
      ...(own?.messages ?? []),
      `${count} ${sizes.length === 1 ? "has a new price of its" : "have new prices of their"} own: ${said}`,
      ...sizes.flatMap(([{ of }, { messages }]) => messages.map((each) => `${of?.size}: ${each}`)),
    ],
  }
}
