import type { CatalogEntry, CatalogKind } from "./CatalogEntry.ts"
import { KeyTable } from "./KeyTable.ts"

const texts = (value: unknown): ReadonlyArray<string> => (typeof value === "string" ? [value] : [])

const variantKeys = (variants: unknown): ReadonlyArray<string> =>
  Array.isArray(variants) ? variants.flatMap((variant) => texts(variant?.variant_key)) : []

/** What other lines may refer to of a line, good or not: its brand, its list, its batch, its variants. */
export const givenBy = (
  kind: CatalogKind,
  line: Readonly<Record<string, unknown>>,
): ReadonlyArray<string> => {
  if (kind === "brand") return texts(line.brand_key).map((key) => `brand ${key}`)
  if (kind === "price_list") return texts(line.price_list).map((key) => `list ${key}`)
  if (kind === "batch") return texts(line.key).map((key) => `batch ${key}`)
  return kind === "product" ? variantKeys(line.variants).map((key) => `variant ${key}`) : []
}

const neededBy = (entry: CatalogEntry): ReadonlyArray<string> => {
  if (entry.kind === "product") return [`brand ${entry.brand_key}`]
  if (entry.kind !== "price") return []
  const { variant_key, price_list, batch } = entry
  return [
    `variant ${variant_key}`,
    ...(price_list === undefined ? [] : [`list ${price_list}`]),
    ...(batch === null ? [] : [`batch ${batch}`]),
  ]
}

/**
 * What lines of catalog NDJSON that were left out would have given. A line that refers to it is left out with them,
 * though the catalog may have it from before: what it says is not what was meant.
 */
export class LeftOut {
  readonly #names = new KeyTable(0)

  add(names: ReadonlyArray<string>) {
    for (const name of names) this.#names.add(name)
  }

  /** Whether the entry hangs on what was left out; so does then what hangs on the entry. */
  takesAlong(entry: CatalogEntry): boolean {
    if (this.#names.size === 0 || !neededBy(entry).some((name) => this.#names.find(name) !== undefined))
      return false
    this.add(givenBy(entry.kind, entry))
    return true
  }
}
