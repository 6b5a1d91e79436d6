import * as Effect from "effect/Effect"
import { mostFaults } from "../kernel/CallLimits.ts"
import { type InvalidField, InvalidRequest } from "../kernel/errors.ts"
import { inTurns } from "../kernel/inTurns.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import type { PrefillLine } from "./ColorwayPreview.ts"
import type { TimedLine } from "./rules/futureRecords.ts"

/** So many lines are read in some milliseconds, in any zone. */
export const linesAtATime = 100

/** The lines with their instants in the brand's zone; fails with what is no date, at its place under `loc`. */
export const timedLines = Effect.fnUntraced(function* <Line extends PrefillLine>(
  given: ReadonlyArray<Line>,
  timeZone: string,
  loc: ReadonlyArray<string | number> = [],
) {
  const lines = yield* inTurns(given, linesAtATime, (part) =>
    part.map((line): Line & TimedLine => ({
      ...line,
      effective_at: effectiveInstant(line.effective_from, timeZone) ?? Number.NaN,
    })),
  )
  const faults: Array<InvalidField> = []
  for (const [index, line] of lines.entries()) {
    if (!Number.isNaN(line.effective_at)) continue
    faults.push({
      loc: [...loc, "lines", index, "effective_from"],
      type: "datetime_from_date_parsing",
      msg: "Input should be an ISO 8601 date or date-time",
      input: line.effective_from,
    })
    if (faults.length === mostFaults) break
  }
  if (faults.length > 0) return yield* new InvalidRequest({ fields: faults })
  return lines
})
