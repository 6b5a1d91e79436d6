import { entryPromises } from "./catalogWriter/entryPromises.ts"
import { isolationPromises } from "./catalogWriter/isolationPromises.ts"
import { pricePromises } from "./catalogWriter/pricePromises.ts"
import { productPromises } from "./catalogWriter/productPromises.ts"
import { retirePromises } from "./catalogWriter/retirePromises.ts"
import { shopPromises } from "./catalogWriter/shopPromises.ts"

/** What a `CatalogWriter` promises, each by the name of its test. */
export const catalogWriterPromises = {
  ...productPromises,
  ...pricePromises,
  ...shopPromises,
  ...retirePromises,
  ...entryPromises,
  ...isolationPromises,
}
