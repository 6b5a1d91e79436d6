import type { AttributeValue, Variant } from "../Catalog.ts"
import { isOption } from "./attributeCell.ts"

/** The attributes that say a color in hex digits, as a text or as an option's key; the first that does so counts. */
export const swatchAttributes = ["color_hex", "hex_color", "color_code", "hex", "swatch"] as const

const hexColor = (said: AttributeValue | undefined): string | undefined => {
  const text = isOption(said) ? said.key : said
  if (typeof text !== "string") return undefined
  const [, digits] = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("")
  return `#${six.toLowerCase()}`
}

/**
 * The color of a variant as `#rrggbb`: what one of `swatchAttributes` says, else a vendor color code that is written as
 * such a color, with its `#`: codes like `001` are none.
 */
export const swatch = ({
  attributes,
  vendor_color_code,
}: Pick<Variant, "attributes" | "vendor_color_code">): string | null => {
  const said = swatchAttributes.map((key) => (Object.hasOwn(attributes, key) ? attributes[key] : undefined))
  const coded = vendor_color_code.trim().startsWith("#") ? vendor_color_code : undefined
  for (const text of [...said, coded]) {
    const color = hexColor(text)
    if (color !== undefined) return color
  }
  return null
}
