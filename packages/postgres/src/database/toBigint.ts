import type { Instant } from "@hangtag/core"

/** An instant as a `bigint` parameter; stored ones are whole, so comparing with a fraction's floor is the same. */
export const toBigint = (instant: Instant): bigint => BigInt(Math.floor(instant))
