import type { AmountRange } from "@hangtag/core"

/** The lowest and the highest of some amounts; one where they are the same. */
export const rangeText = (range: AmountRange | null): string => {
  if (range === null) return "none"
  const { least_amount: least, greatest_amount: greatest } = range
  return least === greatest ? least : `${least} to ${greatest}`
}
