import type { Attributes } from "@hangtag/core"
import { attributeKind } from "@hangtag/core/adapter"

/**
 * The `attribute_uses` of a product that has these versions and variants and no others, as `hangtag_product_uses` finds
 * them in the tables; that takes 5 ms a product where Postgres is the embedded one.
 */
export const usesOf = (carriers: ReadonlyArray<{ readonly attributes: string }>): ReadonlyArray<string> => {
  const uses = new Set<string>()
  for (const { attributes } of carriers) {
    for (const [key, value] of Object.entries(JSON.parse(attributes) as Attributes)) {
      const kind = attributeKind(value)
      uses.add(`key:${key}`)
      if (kind !== undefined) uses.add(`${kind}:${key}`)
      if (kind === "record")
        for (const member of Object.keys(value as object))
          uses.add(`member:[${JSON.stringify(key)}, ${JSON.stringify(member)}]`)
    }
  }
  return [...uses].sort()
}
