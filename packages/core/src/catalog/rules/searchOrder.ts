import { compareText } from "../../kernel/rules/compareText.ts"
import type { Variant } from "../Catalog.ts"

/** How near a key is to the text that is searched for, in lower case: 0 the same, 1 begins so, 2 any other. */
export const searchRank = (key: string, needle: string): number => {
  const lower = key.toLowerCase()
  return lower === needle ? 0 : lower.startsWith(needle) ? 1 : 2
}

/** The order of keys in a search's answer, the nearest first; of a list without search by key. */
export const keyOrder = (search: string | null) => {
  const needle = (search ?? "").toLowerCase()
  return (a: string, b: string): number =>
    (search === null ? 0 : searchRank(a, needle) - searchRank(b, needle)) || compareText(a, b)
}

/** Whether the text stands in one of the fields, whatever the case; any holds nothing. */
export const matchesText = (search: string | null, fields: ReadonlyArray<string>): boolean => {
  const needle = (search ?? "").toLowerCase()
  return fields.some((field) => field.toLowerCase().includes(needle))
}

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
