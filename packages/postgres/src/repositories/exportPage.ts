import { compareText, type ExportProduct, type ExportSelection, type ProductVersion } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { type ExportPosition, type ExportWanted, productsOf, versionsOf } from "./exportReads.ts"
import { currentRelations, keptRelations } from "./exportRelations.ts"

const maxSize = 512
const variantsPerPage = 1500

/** Grows or shrinks pages towards so many variants each, whatever number of them a product has. */
const nextSize = (size: number, variants: number) =>
  Math.max(1, Math.min(maxSize, size * 2, Math.floor((size * variantsPerPage) / Math.max(variants, 1))))

type Place = Pick<ProductVersion, "product_key" | "version">
const byPlace = (a: Place, b: Place) => compareText(a.product_key, b.product_key) || a.version - b.version

/**
 * One page of an export, and the position after it: null at the end. Runs in the surrounding transaction. Products
 * that changed since `snapshot` began are read as they are kept under it.
 */
export const exportPage = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string | null,
  snapshot: string | null,
  selection: ExportSelection,
  wanted: ExportWanted,
  { keys, after, size }: ExportPosition,
) {
  const chunk: ExportPosition = { keys: keys === null ? null : keys.slice(0, size), after, size }
  const relations =
    snapshot === null
      ? [currentRelations(sql, snapshot)]
      : [currentRelations(sql, snapshot), keptRelations(sql, snapshot)]
  // the first `size` of all are among the first of each
  const found = yield* Effect.forEach(relations, (from) =>
    Effect.map(versionsOf(sql, from, organization, selection, chunk), (versions) =>
      versions.map((version) => ({ ...version, from })),
    ),
  )
  const versions = found.flat().sort(byPlace).slice(0, size)
  const parts = yield* Effect.forEach(relations, (relation) => {
    const own = versions.flatMap(({ from, ...version }) => (from === relation ? [version] : []))
    return productsOf(sql, relation, organization, own, wanted)
  })
  const products: ReadonlyArray<ExportProduct> = parts.flat().sort((a, b) => byPlace(a.product, b.product))

  const last = versions.at(-1)
  const isFull = versions.length === size && last !== undefined
  const rest = keys === null ? null : keys.slice(isFull ? keys.indexOf(last.product_key) : size)
  const ended = rest === null ? !isFull : rest.length === 0
  const variants = products.reduce((sum, product) => sum + product.variants.length, 0)
  const next: ExportPosition | null = ended
    ? null
    : { keys: rest, after: last ?? after, size: nextSize(size, variants) }
  return { products, next }
})
