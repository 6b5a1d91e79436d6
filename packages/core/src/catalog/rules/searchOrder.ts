import type { Variant } from "../Catalog.ts"
import { keyOrder, matchesText } from "./searchRank.ts"

/** Tells whether the text stands in one of the variant's searchable fields, whatever the case. */
export const matchesVariant = (variant: Variant, text: string): boolean => {
  const { variant_key, name, color, size, width, vendor_color_code } = variant
  return matchesText(text, [variant_key, name, color, size, width, vendor_color_code])
}

/** The order of a search's answer: the exact key, then keys that begin with the text, then the rest, by key. */
export const searchOrder = (text: string) => {
  const order = keyOrder(text)
  return (a: Variant, b: Variant): number => order(a.variant_key, b.variant_key)
}
