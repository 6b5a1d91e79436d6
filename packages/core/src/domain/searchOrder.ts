import type { Variant } from "../contract/Catalog.ts"
import { compareText } from "./compareText.ts"

/** Tells whether the text stands in one of the variant's searchable fields, whatever the case. */
export const matchesVariant = (variant: Variant, text: string): boolean => {
  const needle = text.toLowerCase()
  const { variant_key, name, color, size, width, vendor_color_code } = variant
  return [variant_key, name, color, size, width, vendor_color_code].some((field) =>
    field.toLowerCase().includes(needle),
  )
}

const rank = (key: string, needle: string): number => (key === needle ? 0 : key.startsWith(needle) ? 1 : 2)

/** The order of a search's answer: the exact key, then keys that begin with the text, then the rest, by key. */
export const searchOrder = (text: string) => {
  const needle = text.toLowerCase()
  return (a: Variant, b: Variant): number =>
    rank(a.variant_key.toLowerCase(), needle) - rank(b.variant_key.toLowerCase(), needle) ||
    compareText(a.variant_key, b.variant_key)
}
