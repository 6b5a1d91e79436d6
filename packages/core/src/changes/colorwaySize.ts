import * as Effect from "effect/Effect"
import { CallLimits, requireWithin } from "../kernel/CallLimits.ts"
import type { PriceRecord } from "../prices/PriceRecord.ts"
import { typeName } from "../prices/rules/pairs.ts"
import type { GuardRails } from "../prices/rules/warnings/guardRails.ts"
import type { ChangePart } from "./PriceChangeRepository.ts"
import type { ColorwayFound } from "./rules/ColorwayFound.ts"
import { type BesideLists, changeColorway } from "./rules/changeColorway.ts"
import type { ChangeRules, TimedChangeLine } from "./rules/changeSteps.ts"

/**
 * How often a line, of the request or of an earlier one, meets a record to come of its price type and list that is not of the
 * batch: `asked` counts the lines by `typeName` that the request has for a variant.
 */
const meetings = (
  { pairs }: ChangePart,
  asked: ReadonlyMap<string, number>,
  { batch_key, now }: Pick<ChangeRules, "batch_key" | "now">,
): number => {
  const isMet = (record: PriceRecord) =>
    record.effective_at > now && !(record.status === "draft" && record.batch_key === batch_key)
  return pairs.reduce((sum, pair) => {
    const lines = asked.get(typeName(pair))
    if (lines === undefined) return sum
    return sum + (lines + (pair.basis?.lines.length ?? 0)) * pair.records.filter(isMet).length
  }, 0)
}

/**
 * Adds up what the colorways of one call are planned with, and fails where that is more than a call may have, or than the preview of the
 * colorway: `own` pairs, of which each type has as many lines as `asked` says.
 */
export const changeSize = () => {
  let [pairs, records] = [0, 0]
  return Effect.fnUntraced(function* (
    part: ChangePart,
    own: number,
    asked: ReadonlyMap<string, number>,
    rules: Pick<ChangeRules, "batch_key" | "now">,
    loc: ReadonlyArray<string | number> = [],
  ) {
    const count = recordsIn(part)
    pairs += own
    records += count
    yield* requireWithin("change_pairs", pairs)
    yield* requireWithin("preview_pairs", own, loc)
    yield* requireWithin("change_records", records)
    yield* requireWithin("preview_records", count, loc)
    yield* requireWithin("preview_pairs", meetings(part, asked, rules), loc)
  })
}

/** Plans a colorway; fails where its warnings come to more characters than one call may have. */
export const planWithin = Effect.fnUntraced(function* (
  found: ColorwayFound,
  lines: ReadonlyArray<TimedChangeLine>,
  rules: ChangeRules,
  rails: GuardRails,
  beside: BesideLists | undefined,
  loc: ReadonlyArray<string | number> = [],
) {
  const { preview_warnings } = yield* CallLimits
  const planned = changeColorway(found, lines, rules, rails, preview_warnings, beside)
  yield* requireWithin("preview_warnings", planned.warningCharacters, loc)
  return planned
})

/** How many records a part has to plan with, and lines that the batch was asked for before: they are planned again. */
export const recordsIn = ({ pairs }: ChangePart): number =>
  pairs.reduce((sum, { records, basis }) => sum + records.length + (basis?.lines.length ?? 0), 0)
