import * as Effect from "effect/Effect"
import { CallLimits, requireWithin, sumOf, sumWithin } from "../kernel/CallLimits.ts"
import { earliestOf, type Instant } from "../kernel/Instant.ts"
import { readListsAbove } from "../prices/readLists.ts"
import { type ListedType, listsOf, typeName } from "../prices/rules/pairs.ts"
import type { GuardRails } from "../prices/rules/warnings/guardRails.ts"
import { eachColorway, writeColorways } from "./eachColorway.ts"
import type { PriceBatch } from "./PriceBatch.ts"
import type { Act, ChangePart, ChangeReading, ChangeScope, ChangingBrand } from "./PriceChangeRepository.ts"
import type { ColorwayFound } from "./rules/ColorwayFound.ts"
import { changeColorway } from "./rules/changeColorway.ts"
import type { ChangeRules, TimedChangeLine } from "./rules/changeSteps.ts"
import type { ColorwayWrites } from "./rules/colorwayWrites.ts"

/** How many records a part has to plan with, and lines that the batch was asked for before: they are planned again. */
export const recordsIn = ({ pairs }: Pick<ChangePart, "pairs">): number =>
  sumOf(pairs, ({ records, basis }) => records.length + (basis?.lines.length ?? 0))

/**
 * How often a line, of the request or of an earlier one, meets a record to come of its price type and list that is not of the
 * batch.
 */
const meetings = (
  { pairs }: ChangePart,
  lines: ReadonlyArray<ListedType>,
  { batch_key, now }: ChangeRules,
): number => {
  const asked = Map.groupBy(lines, typeName)
  return sumOf(pairs, (pair) => {
    const own = asked.get(typeName(pair))
    if (own === undefined) return 0
    const met = pair.records.filter(
      (record) => record.effective_at > now && !(record.status === "draft" && record.batch_key === batch_key),
    )
    return (own.length + (pair.basis?.lines.length ?? 0)) * met.length
  })
}

/** What a change is planned for, and the batch that it is written into: none where nothing is. */
interface Planning {
  readonly act: Act
  readonly brand: ChangingBrand
  readonly batch: Pick<PriceBatch, "key"> | undefined
  /** Null: a new one, which holds nothing yet. */
  readonly batch_key: string | null
}

/** Plans the colorways of one change, with what lists above those of `types` show, within what one call may have. */
export const changePlanner = Effect.fnUntraced(function* (
  organization: string,
  { act, brand, batch, batch_key }: Planning,
  rails: GuardRails,
  rules: ChangeRules,
  types: ReadonlyArray<ListedType>,
) {
  const { preview_warnings, preview_records: mostRecords } = yield* CallLimits
  const above = yield* readListsAbove(organization, listsOf(types))
  const requirePairs = sumWithin("change_pairs")
  const requireRecords = sumWithin("change_records")
  return {
    above,
    /** Plans each of them: what is read is of the lists of lines, and of those above them, from the first line on. */
    each: <E, R>(
      scope: ChangeScope,
      lines: ReadonlyArray<{ readonly price_list: string; readonly effective_at: Instant }>,
      plan: (part: ChangePart) => Effect.Effect<ColorwayWrites, E, R>,
    ) => {
      const price_lists = [...new Set([...listsOf(lines), ...(above?.price_lists ?? [])])]
      const instants = lines.map(({ effective_at }) => effective_at)
      const since = earliestOf(act.at, instants)
      const reading: ChangeReading = { scope, brand, batch_key, price_lists, since, mostRecords }
      return batch === undefined
        ? eachColorway(organization, reading, plan)
        : writeColorways(organization, reading, batch.key, act, plan)
    },
    /**
     * Adds up what the colorways are planned with, and fails where that is more than a call may have, or than the preview of the
     * colorway: `own` pairs of a line and a variant, of which each has these lines at most. `whole` is the part as it was read: one with too
     * many records is not all there, and lacks variants too.
     */
    requireSize: Effect.fnUntraced(function* (
      whole: ChangePart,
      part: ChangePart,
      own: number,
      lines: ReadonlyArray<ListedType>,
      loc: ReadonlyArray<string | number> = [],
    ) {
      yield* requirePairs(own)
      yield* requireWithin("preview_pairs", own, loc)
      yield* requireRecords(recordsIn(part))
      yield* requireWithin("preview_records", recordsIn(whole), loc)
      yield* requireWithin("preview_pairs", meetings(part, lines, rules), loc)
    }),
    /** Plans a colorway, of which `whole` has the records of lists above too; fails where its warnings come to more characters than one call may have. */
    plan: Effect.fnUntraced(function* (
      whole: ColorwayFound,
      found: ColorwayFound,
      lines: ReadonlyArray<TimedChangeLine>,
      loc: ReadonlyArray<string | number> = [],
    ) {
      const beside = above && { spansOf: above.spansOf, found: whole }
      const planned = changeColorway(found, lines, rules, rails, preview_warnings, beside)
      yield* requireWithin("preview_warnings", planned.warningCharacters, loc)
      return planned
    }),
  }
})
