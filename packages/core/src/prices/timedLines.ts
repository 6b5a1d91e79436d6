import * as Effect from "effect/Effect"
import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults } from "../kernel/CallLimits.ts"
import { type InvalidField, InvalidRequest } from "../kernel/errors.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import type { PrefillLine } from "./ColorwayPreview.ts"
import type { TimedLine } from "./rules/futureRecords.ts"

/** The lines with their instants in the brand's zone; fails with what is no date, at its place. */
export const timedLines = (
  given: ReadonlyArray<PrefillLine>,
  timeZone: string,
): Effect.Effect<ReadonlyArray<TimedLine>, InvalidRequest> => {
  const lines = given.map((line) => ({
    price_list: basePriceList,
    ...line,
    effective_at: effectiveInstant(line.effective_from, timeZone) ?? Number.NaN,
  }))
  const faults = lines.flatMap(({ effective_at, effective_from }, index): Array<InvalidField> => {
    if (!Number.isNaN(effective_at)) return []
    return [
      {
        loc: ["lines", index, "effective_from"],
        type: "datetime_from_date_parsing",
        msg: "Input should be an ISO 8601 date or date-time",
        input: effective_from,
      },
    ]
  })
  return faults.length === 0
    ? Effect.succeed(lines)
    : Effect.fail(new InvalidRequest({ fields: faults.slice(0, mostFaults) }))
}
