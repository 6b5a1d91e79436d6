import type { PriceRecord } from "../prices/PriceRecord.ts"
import type { ChangePart } from "./PriceChangeRepository.ts"
import type { ChangeRules } from "./rules/changeSteps.ts"

/**
 * How often a line, of the request or of an earlier one, meets a record to come of its price type that is not of the
 * batch: `asked` counts the lines of each type that the request has for a variant.
 */
export const meetings = (
  { pairs }: ChangePart,
  asked: ReadonlyMap<string, number>,
  { batch_key, now }: Pick<ChangeRules, "batch_key" | "now">,
): number => {
  const isMet = (record: PriceRecord) =>
    record.effective_at > now && !(record.status === "draft" && record.batch_key === batch_key)
  return pairs.reduce((sum, { price_type, records, basis }) => {
    const lines = asked.get(price_type)
    if (lines === undefined) return sum
    return sum + (lines + (basis?.lines.length ?? 0)) * records.filter(isMet).length
  }, 0)
}

/** How many records a part has to plan with, and lines that the batch was asked for before: they are planned again. */
export const recordsIn = ({ pairs }: ChangePart): number =>
  pairs.reduce((sum, { records, basis }) => sum + records.length + (basis?.lines.length ?? 0), 0)
