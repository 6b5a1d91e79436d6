import type { Ending } from "@hangtag/core"

/** What a record says of a price. */
export const saidText = ({
  amount,
  ends,
}: {
  readonly amount: string | null
  readonly ends?: Ending
}): string => amount ?? (ends === "not_offered" ? "not offered" : "no price of its own")
