import type { LinePreview } from "../ColorwayPreview.ts"
import { diffLines, type IncumbentOf } from "./diffLines.ts"
import type { TimedLine } from "./futureRecords.ts"
import { judgeLines, type LineJudgement, type RecordsOf } from "./judgeLines.ts"

/** Every line against the prices in force now (`diffLines`), and at its own instant (`judgeLines`). */
export const previewLines = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<TimedLine>,
  incumbentOf: IncumbentOf,
  recordsOf: RecordsOf,
): Array<{ readonly preview: LinePreview; readonly judged: LineJudgement }> => {
  const judgements = judgeLines(variantKeys, lines, recordsOf)
  return diffLines(variantKeys, lines, incumbentOf).map(({ variants, ...line }, index) => {
    const judged = judgements[index]!
    const preview = {
      ...line,
      status_at_effective: judged.status,
      variants: variants.map((variant, place) => ({
        ...variant,
        status_at_effective: judged.variants[place]!.status,
        previous: judged.variants[place]!.follows,
      })),
    }
    return { preview, judged }
  })
}
