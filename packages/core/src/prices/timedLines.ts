import * as Effect from "effect/Effect"
import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults } from "../kernel/CallLimits.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import { archivedFaults } from "../lists/rules/archivedFaults.ts"
import type { PrefillLine } from "./ColorwayPreview.ts"
import type { TimedLine } from "./rules/futureRecords.ts"

/** The lines with their instants in the brand's zone; fails with what is no date, and with lists that are archived then, at their places. */
export const timedLines = (
  given: ReadonlyArray<PrefillLine>,
  timeZone: string,
  lists: ReadonlyMap<string, StoredPriceList>,
): Effect.Effect<ReadonlyArray<TimedLine>, InvalidRequest> => {
  const lines = given.map((line) => ({
    price_list: basePriceList,
    ...line,
    effective_at: effectiveInstant(line.effective_from, timeZone) ?? Number.NaN,
  }))
  const faults = lines.flatMap(({ effective_at, effective_from, price_list }, index) => {
    if (!Number.isNaN(effective_at))
      return archivedFaults(lists, [{ loc: ["lines", index, "price_list"], price_list, effective_at }])
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
