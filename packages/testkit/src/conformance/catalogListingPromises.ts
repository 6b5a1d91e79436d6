import { listPromises } from "./catalogListing/listPromises.ts"
import { productPromises } from "./catalogListing/productPromises.ts"

/** What a `CatalogListing` promises, each by the name of its test. */
export const catalogListingPromises = { ...listPromises, ...productPromises }
