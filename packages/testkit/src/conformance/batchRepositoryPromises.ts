import { fillPromises } from "./batch/fillPromises.ts"
import { listingPromises } from "./batch/listingPromises.ts"

/** What a `BatchRepository` promises, each by the name of its test. */
export const batchRepositoryPromises = { ...listingPromises, ...fillPromises }
