import { counted } from "../../format/decimal.ts"

/** What a press would write, and what is risky about it. */
export interface Risks {
  readonly drafts: number
  readonly warnings: number
  readonly collisions: number
  /** Where more collisions may be in what has not been read. */
  readonly areMore?: boolean
}

/** "3 warnings · 1 collision"; empty where nothing is risky. */
export const riskText = ({ warnings, collisions, areMore = false }: Omit<Risks, "drafts">): string =>
  [
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(collisions > 0 ? [areMore ? `${collisions}+ collisions` : counted(collisions, "collision")] : []),
  ].join(" · ")

/** "Generate 4 drafts · 3 warnings · 1 collision". */
export const generateText = ({ drafts, ...risks }: Risks): string =>
  [`Generate ${counted(drafts, "draft")}`, riskText(risks)].filter(Boolean).join(" · ")
