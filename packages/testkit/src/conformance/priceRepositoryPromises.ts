import { inForcePromises } from "./price/inForcePromises.ts"
import { readingPromises } from "./price/readingPromises.ts"

/** What a `PriceRepository` promises, each by the name of its test. */
export const priceRepositoryPromises = { ...inForcePromises, ...readingPromises }
