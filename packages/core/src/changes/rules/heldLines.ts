import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { Pair } from "../../prices/rules/pairs.ts"
import type { OnCollision } from "../PriceChange.ts"
import { isDraftOf } from "./asPublished.ts"
import { type ChangeRules, type ChangeStep, changeSteps, type TimedChangeLine } from "./changeSteps.ts"
import type { PairBasis, PairFound } from "./pairBasis.ts"

const ofAbove = "above:"

/** Whether a text of `PairBasis.lines` is a line whose amount was made of the price of a list above. */
export const isOfAbove = (text: string): boolean => text.includes(`|${ofAbove}`)

/** A line of a variant with how it was asked for, as `PairBasis` names it: no part of it but the last can have a bar in it. */
const heldLine = (line: TimedChangeLine, variantKey: string, rules: ChangeRules): string => {
  const { effective_from, effective_at, effective_until, until_at, amount, ending } = line
  const { on_collision, include_unchanged } = line.held ?? rules
  const { same_instant, overridden_later, leapfrogged } = on_collision
  const above = line.above?.get(variantKey)
  return [
    effective_from,
    effective_at,
    effective_until ?? "",
    until_at ?? "",
    // an ending's word in the place of the amount
    amount ?? ending!,
    line.return ?? "",
    include_unchanged ? "unchanged" : "",
    same_instant,
    overridden_later,
    leapfrogged,
    ...(above === undefined ? [] : [ofAbove + above]),
  ].join("|")
}

const lineOf = ({ variant_key, price_type, price_list }: Pair, text: string): TimedChangeLine => {
  const [from, at, until, untilAt, amount, none, unchanged, ...rest] = text.split("|")
  const [same_instant, overridden_later, leapfrogged, ...last] = rest
  const above = last.join("|").slice(ofAbove.length)
  return {
    price_type,
    price_list,
    ...(amount === "fall_back" || amount === "not_offered"
      ? { amount: null, ending: amount }
      : { amount: amount! }),
    effective_from: from!,
    effective_at: Number(at),
    effective_until: until || null,
    until_at: untilAt === "" ? null : Number(untilAt),
    return: none === "none" || none === "skip" ? none : null,
    ...(above !== "" && { above: new Map([[variant_key, above]]) }),
    held: {
      on_collision: { same_instant, overridden_later, leapfrogged } as OnCollision,
      include_unchanged: unchanged !== "",
    },
  }
}

/** Whether a text of `PairBasis.lines` is a line, and no instant. */
export const isLine = (text: string) => text.includes("|")

/** The lines among the texts of `PairBasis.lines`. */
export const linesHeld = (of: Pair, texts: ReadonlyArray<string>): Array<TimedChangeLine> =>
  texts.flatMap((text) => (isLine(text) ? lineOf(of, text) : []))

/**
 * A pair with the instants of what the batch was asked for as its drafts have them now: where the brand's time zone has changed, they
 * may have been moved since, each by the text that it was written with (`movedToZone`).
 */
export const heldNow =
  (batchKey: string) =>
  (pair: PairFound): PairFound => {
    const { basis, records } = pair
    if (basis === null) return pair
    const known = new Map<string, Set<Instant>>()
    const note = (text: string, at: Instant) => known.set(text, (known.get(text) ?? new Set()).add(at))
    for (const record of records) {
      if (!isDraftOf(record, batchKey)) continue
      note(record.effective_from, record.effective_at)
      if (record.ends !== undefined) note(record.ends.until, record.ends.at)
    }
    const now = (text: string, at: Instant) => {
      const places = known.get(text)
      return places === undefined || places.has(at) ? at : [...places][0]!
    }
    const over = new Map<Instant, Instant>()
    const lines = basis.lines.map((text) => {
      if (!isLine(text)) return text
      const [from, at, until, untilAt, ...rest] = text.split("|")
      const until_at = untilAt === "" ? "" : now(until!, Number(untilAt))
      if (until_at !== "") over.set(Number(untilAt), until_at)
      return [from, now(from!, Number(at)), until, until_at, ...rest].join("|")
    })
    return { ...pair, basis: { ...basis, lines, returns: basis.returns.map((at) => over.get(at) ?? at) } }
  }

/** The steps of a request together with those that the batch was asked for before, but for lines that begin at `begins`. */
export const withHeldLines = (
  { basis, ...pair }: PairFound,
  asked: ReadonlyArray<ChangeStep>,
  begins: ReadonlySet<Instant>,
) => {
  const texts = basis?.lines ?? []
  /** What the batch was asked for before, and what it holds beside lines. */
  const before = linesHeld(pair, texts)
  const others = new Set(texts.filter((text) => !isLine(text)))
  const held = before.filter(({ effective_at }) => !begins.has(effective_at))
  const steps =
    held.length === 0
      ? asked
      : changeSteps([
          ...held.map((line, index) => [index - held.length, line] as const),
          ...asked.flatMap(({ index, line, isReturn }) => (isReturn ? [] : [[index, line] as const])),
        ])
  return {
    steps,
    before,
    /** Whether the batch was to withdraw the record for something else than a line. */
    isOfOther: ({ effective_at }: PriceRecord) => others.has(String(effective_at)),
    /** Where the batch's drafts are of lines: where one begins, or ends and the batch has written so. */
    instants: (): ReadonlySet<Instant> => {
      const ends = new Set([
        ...steps.flatMap(({ at, isReturn }) => (isReturn ? at : [])),
        ...before.flatMap(({ until_at }) => until_at ?? []),
      ])
      const returns = basis?.returns.filter((at) => ends.has(at)) ?? []
      return new Set([...begins, ...before.map(({ effective_at }) => effective_at), ...returns])
    },
    /** What the batch is asked for then. */
    asked: (rules: ChangeRules): Pick<PairBasis, "lines" | "since"> => ({
      lines: [
        ...others,
        ...steps.flatMap(({ line, isReturn }) => (isReturn ? [] : heldLine(line, pair.variant_key, rules))),
      ],
      since: Math.min(rules.now, steps[0]?.at ?? rules.now),
    }),
  }
}
