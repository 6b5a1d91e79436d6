import type {
  ChangeCollision,
  ColorwayChangeResult,
  PriceAdjustmentPage,
  PriceChangeResult,
} from "@hangtag/core"
import { saidText } from "./saidText.ts"
import { typeText } from "./typeText.ts"

type Counts = Pick<PriceAdjustmentPage, "created" | "skipped_unchanged" | "returns" | "withdrawals">

/** Counts, as a line of text. */
export const counted = ({ created, skipped_unchanged, returns, withdrawals }: Counts) =>
  `${created} created, ${skipped_unchanged} skipped, ${returns} returns, ${withdrawals} withdrawals`

/** The line that an entry is about. */
export const describeLine = ({ line, batch_line }: Pick<ChangeCollision, "line" | "batch_line">): string =>
  batch_line === undefined
    ? `line ${(line ?? 0) + 1}`
    : `${typeText(batch_line)} ${batch_line.amount ?? batch_line.ends} from ${batch_line.effective_from} of batch ${batch_line.batch_key}`

/** What a dry run would be refused for. */
export const describeRefusal = ({
  problem,
  refused_colorways,
  total_refused,
}: Pick<PriceChangeResult, "problem" | "refused_colorways" | "total_refused">): ReadonlyArray<string> =>
  problem === null
    ? []
    : [
        `It would be refused: ${problem}`,
        ...refused_colorways.map(
          ({ product_key, color, reason }) => `  ${product_key} in ${color}: ${reason}`,
        ),
        ...(total_refused > refused_colorways.length
          ? [`  and ${total_refused - refused_colorways.length} more`]
          : []),
      ]

/** The batch that was written into, or that nothing was. */
export const describeTarget = (batchKey: string | null, isDry: boolean): string =>
  isDry ? `Nothing is written${batchKey === null ? "" : ` into batch ${batchKey}`}` : `Batch ${batchKey}`

/** What became of a colorway, line by line. */
export const describeColorway = (colorway: Omit<ColorwayChangeResult, "lines">): ReadonlyArray<string> => [
  `  ${colorway.product_key} in ${colorway.color}: ${counted(colorway)}`,
  ...colorway.collisions.map(
    ({ kind, action, variant_key, effective_from, status, batch_key, ...named }) =>
      `    ${describeLine(named)} meets ${variant_key} ${typeText(named)} ${saidText(named)} from ${effective_from}, ${status}${batch_key === null ? "" : ` in ${batch_key}`} (${kind}): ${action}`,
  ),
  ...colorway.warnings.map((warning) => `    ${describeLine(warning)}: ${warning.message}`),
]
