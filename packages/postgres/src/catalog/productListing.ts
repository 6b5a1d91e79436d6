import { catalogUrls, foldText } from "@hangtag/core"
import { attributesFromJson } from "@hangtag/core/adapter"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** A product version as it is kept; attributes as JSON text, which keeps the order of sub-fields. */
export interface KeptVersion {
  readonly product_key: string
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly attributes: string
}

/** What lists find a row by: its texts as the core's `foldText` has them. */
export const folded = (...texts: ReadonlyArray<string>): Array<string> => texts.map(foldText)

/** What lists and searches read of a product, as its latest version has it. */
export const productListing = ({ product_key, name, source, labels, attributes }: KeptVersion) => ({
  product_key,
  source,
  labels,
  search_text: folded(product_key, name),
  urls: catalogUrls(attributesFromJson(attributes)),
})

/** The key of a URL that is given as the core's `urlKey` has it. */
export const urlKeyOf = (sql: SqlClient, url: Fragment) => sql`md5(${url})::uuid`

/**
 * How many variants and colors the product of this key has, as `variants` and `colors`, and the folded keys of its
 * variants, a line each, as `skus`.
 */
export const variantCounts = (sql: SqlClient, organization: Fragment, productKey: Fragment) => sql`
  select count(*)::int as variants, count(distinct v.color)::int as colors,
    coalesce(string_agg(coalesce(v.search_text[7], v.search_text[1]), chr(10) order by v.variant_key), '') as skus
  from hangtag_variant v
  where v.organization = ${organization} and v.product_key = ${productKey} and v.retired_at is null`
