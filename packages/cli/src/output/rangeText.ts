import type { AmountRange } from "@hangtag/core"

/** The lowest and the highest of some amounts; one where they are the same. */
export const rangeText = ({ least_amount: least, greatest_amount: greatest }: AmountRange): string =>
  least === greatest ? least : `${least} to ${greatest}`
