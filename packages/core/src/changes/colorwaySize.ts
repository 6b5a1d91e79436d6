import type { PriceRecord } from "../prices/PriceRecord.ts"
import { typeName } from "../prices/rules/pairName.ts"
import type { ChangePart } from "./PriceChangeRepository.ts"
import type { ChangeRules } from "./rules/changeSteps.ts"

/**
 * How often a line, of the request or of an earlier one, meets a record to come of its price type and list that is not of the
 * batch: `asked` counts the lines by `typeName` that the request has for a variant.
 */
export const meetings = (
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

/** How many records a part has to plan with, and lines that the batch was asked for before: they are planned again. */
export const recordsIn = ({ pairs }: ChangePart): number =>
  pairs.reduce((sum, { records, basis }) => sum + records.length + (basis?.lines.length ?? 0), 0)
