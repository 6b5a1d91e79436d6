import type { ChangePart } from "./PriceChangeRepository.ts"

/** How many records a part has to plan with, and lines that the batch was asked for before: they are planned again. */
export const recordsIn = ({ pairs }: ChangePart): number =>
  pairs.reduce((sum, { records, basis }) => sum + records.length + (basis?.lines.length ?? 0), 0)
