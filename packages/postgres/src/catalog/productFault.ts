import type { ProductEntry } from "@hangtag/core"
import { keyFault, textFault } from "../sql/storable.ts"

const variantFields = ["name", "color", "size", "width", "vendor_color_code"] as const

const first = (faults: Iterable<string | undefined>): string | undefined => {
  for (const fault of faults) if (fault !== undefined) return fault
  return undefined
}

function* faults(entry: ProductEntry) {
  yield keyFault("product_key", entry.product_key)
  yield keyFault("brand_key", entry.brand_key)
  yield Number.isSafeInteger(entry.version) ? undefined : `version ${entry.version} is no whole number`
  yield textFault("name", entry.name)
  yield keyFault("source", entry.source)
  for (const label of entry.labels) yield textFault("labels", label)
  for (const key of Object.keys(entry.attributes)) yield keyFault("an attribute key", key)
  for (const variant of entry.variants) {
    yield keyFault("variant_key", variant.variant_key)
    for (const field of variantFields) yield textFault(`variant ${field}`, variant[field])
    for (const key of Object.keys(variant.attributes)) yield keyFault("an attribute key", key)
  }
}

/** Why a product entry cannot be stored whatever the catalog holds, or `undefined`. */
export const productFault = (entry: ProductEntry): string | undefined => first(faults(entry))
