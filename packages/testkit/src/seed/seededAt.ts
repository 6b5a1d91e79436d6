import { instantFromMicros } from "@hangtag/core"

/** Products and price lists of a seed are written as of this moment. */
export const seededAt = instantFromMicros(1_767_225_600_000_000)
