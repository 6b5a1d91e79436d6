import type { PriceSelection, UnknownNames } from "@hangtag/core"
import { productOf, variantsOf } from "./MemoryCatalogRepository.ts"
import type { OrganizationState } from "./MemoryState.ts"

/** The names in the selection that the brand has nothing of. */
export const unknownNames = (
  own: OrganizationState,
  brandKey: string,
  { product_keys, label_keys, source, colors }: PriceSelection,
): UnknownNames => {
  const keys = [...own.products.keys()].filter((key) => productOf(own, key)?.brand_key === brandKey)
  const latest = keys.flatMap((key) => {
    const versions = [...own.products.get(key)!.versions].sort(([a], [b]) => b - a)
    return versions[0]?.[1] ?? []
  })
  const missing = (names: ReadonlyArray<string> | null, known: Iterable<string | null>) => {
    const all = new Set(known)
    return (names ?? []).filter((name) => !all.has(name))
  }
  return {
    product_keys: missing(product_keys, keys),
    label_keys: missing(
      label_keys,
      latest.flatMap(({ labels }) => labels),
    ),
    source: missing(
      source,
      latest.map((version) => version.source),
    ),
    colors: missing(
      colors,
      keys.flatMap((key) => variantsOf(own, key).map(({ color }) => color)),
    ),
  }
}
