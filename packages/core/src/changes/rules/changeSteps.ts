import { namedList } from "../../kernel/basePriceList.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { type WrittenAt, writtenIn } from "../../kernel/rules/effectiveInstant.ts"
import { asAnswered, type Said } from "../../prices/PriceRecord.ts"
import type { TimedLine } from "../../prices/rules/futureRecords.ts"
import type { ChangeLine, OnCollision } from "../PriceChange.ts"

export interface ChangeRules {
  /** The batch that is filled; its own drafts count as in force from their instants on. */
  readonly batch_key: string
  readonly on_collision: OnCollision
  readonly include_unchanged: boolean
  readonly now: Instant
  /** In the brand's zone. */
  readonly written: WrittenAt
}

/** How the lines of a request are asked for, into a batch, in a zone. */
export const changeRules = (
  { on_collision, include_unchanged = false }: { on_collision: OnCollision; include_unchanged?: boolean },
  batchKey: string | null | undefined,
  now: Instant,
  timeZone: string,
): ChangeRules => ({
  batch_key: batchKey ?? "",
  on_collision,
  include_unchanged,
  now,
  written: writtenIn(timeZone),
})

/** A line with the instants at which it begins and, where it is temporary, ends. */
export interface TimedChangeLine
  extends Omit<ChangeLine, "return" | "price_list" | "amount" | "ends" | "variant_keys">,
    Omit<TimedLine, "amount">,
    Said {
  /**
   * What becomes of a pair that has no price to return to: from then on it has none (`none`), or the line is not written for it
   * (`skip`). Null: all of it is refused.
   */
  readonly return: "none" | "skip" | null
  readonly until_at: Instant | null
  /** The variants that it is about; all of the colorway's unless given. */
  readonly only?: ReadonlySet<string>
  /** By variant the key of the price of a list above that the amount was made of; not there: it was of none. */
  readonly above?: ReadonlyMap<string, string>
  /** How an earlier request to fill the batch asked for it; not there: this request asks for it. */
  readonly held?: Pick<ChangeRules, "on_collision" | "include_unchanged">
}

/** A line's beginning or its end. */
export interface ChangeStep {
  readonly line: TimedChangeLine
  readonly index: number
  readonly at: Instant
  readonly isReturn: boolean
}

/** How an entry names the line that it is about: by its index in the request, or as what the batch holds of before. */
export const nameOfLine = (
  { line, index }: Pick<ChangeStep, "line" | "index">,
  { batch_key, written }: ChangeRules,
) => {
  if (line.held === undefined) return { line: index }
  const { price_type, price_list, until_at } = line
  const effective_from = written(line.effective_from, line.effective_at)
  const effective_until = until_at === null ? null : written(line.effective_until!, until_at)
  const named = { batch_key, price_type, ...namedList(price_list), ...asAnswered(line) }
  return { line: null, batch_line: { ...named, effective_from, effective_until } }
}

/** Entries by the line of the request that they are about, those of earlier lines first. */
export const byLine = (a: { readonly line: number | null }, b: { readonly line: number | null }): number =>
  (a.line ?? -1) - (b.line ?? -1)

const begins = new WeakMap<ReadonlyArray<ChangeStep>, ReadonlySet<Instant>>()

/** The instants at which lines begin; kept for the steps, which all variants of a colorway have in common mostly. */
export const beginsOf = (steps: ReadonlyArray<ChangeStep>): ReadonlySet<Instant> => {
  const found = begins.get(steps) ?? new Set(steps.flatMap(({ at, isReturn }) => (isReturn ? [] : at)))
  begins.set(steps, found)
  return found
}

/** The lines' beginnings and ends in the order of time; at one instant ends come first, then lines as they are written. */
export const changeSteps = (
  lines: Iterable<readonly [index: number, line: TimedChangeLine]>,
): Array<ChangeStep> =>
  Array.from(lines)
    .flatMap(([index, line]): Array<ChangeStep> => {
      const begin = { line, index, at: line.effective_at, isReturn: false }
      return line.until_at === null ? [begin] : [begin, { line, index, at: line.until_at, isReturn: true }]
    })
    .sort((a, b) => a.at - b.at || Number(b.isReturn) - Number(a.isReturn) || a.index - b.index)
