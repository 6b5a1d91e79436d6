import { batchPromises } from "./priceChange/batchPromises.ts"
import { changePromises } from "./priceChange/changePromises.ts"
import { publishPromises } from "./priceChange/publishPromises.ts"

/** What a `PriceChangeRepository` promises, each by the name of its test. */
export const priceChangeRepositoryPromises = { ...batchPromises, ...changePromises, ...publishPromises }
