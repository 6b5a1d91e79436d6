import { type AttributeDefinition, type AttributeUse, compareText, type ValueKind } from "@hangtag/core"
import { Schema } from "effect"
import { storedJson } from "../database/storedJson.ts"

const memberUse = storedJson("hangtag_product.attribute_uses", Schema.Tuple([Schema.String, Schema.String]))

/** In how many products' `attribute_uses` a text stands: `key:material`, `option:material`, `member:["a","b"]`. */
export interface UseRow {
  readonly used: string
  readonly products: number
}

/** What is known of each attribute, from how often each of its uses was met. */
export const attributeUses = (
  definitions: ReadonlyArray<AttributeDefinition>,
  rows: ReadonlyArray<UseRow>,
): ReadonlyArray<AttributeUse> => {
  const products = new Map<string, number>()
  const kinds = new Map<string, Array<ValueKind>>()
  const members = new Map<string, Array<string>>()
  const add = <A>(map: Map<string, Array<A>>, key: string, value: A) => {
    const before = map.get(key)
    if (before === undefined) map.set(key, [value])
    else before.push(value)
  }
  for (const row of rows) {
    const colon = row.used.indexOf(":")
    const [what, rest] = [row.used.slice(0, colon), row.used.slice(colon + 1)]
    if (what === "key") products.set(rest, row.products)
    else if (what === "member") {
      const [key, member] = memberUse(rest, row.used)
      add(members, key, member)
    } else add(kinds, rest, what as ValueKind)
  }
  return definitions.map(({ attribute_key, label }) => ({
    attribute_key,
    label,
    kinds: (kinds.get(attribute_key) ?? []).sort(),
    members: (members.get(attribute_key) ?? []).sort(compareText),
    products: products.get(attribute_key) ?? 0,
  }))
}
