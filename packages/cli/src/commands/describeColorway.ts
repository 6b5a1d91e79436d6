import type { ColorwayChangeResult, PriceAdjustmentPage } from "@hangtag/core"

type Counts = Pick<PriceAdjustmentPage, "created" | "skipped_unchanged" | "returns" | "withdrawals">

/** Counts, as a line of text. */
export const counted = ({ created, skipped_unchanged, returns, withdrawals }: Counts) =>
  `${created} created, ${skipped_unchanged} skipped, ${returns} returns, ${withdrawals} withdrawals`

/** What became of a colorway, line by line. */
export const describeColorway = (colorway: ColorwayChangeResult): ReadonlyArray<string> => [
  `  ${colorway.product_key} in ${colorway.color}: ${counted(colorway)}`,
  ...colorway.collisions.map(
    ({ line, kind, action, variant_key, price_type, amount, effective_from, status }) =>
      `    line ${line + 1} meets ${variant_key} ${price_type} ${amount} from ${effective_from}, ${status} (${kind}): ${action}`,
  ),
  ...colorway.warnings.map(({ line, message }) => `    line ${line + 1}: ${message}`),
]
