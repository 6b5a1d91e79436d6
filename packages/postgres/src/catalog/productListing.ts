import { catalogUrls } from "@hangtag/core"
import { attributesFromJson } from "@hangtag/core/adapter"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { KeptVersion } from "./ProductState.ts"

/** What texts are found by, in lower case, as JavaScript has it (`searchText`). */
export const lowered = (...texts: ReadonlyArray<string>): Array<string> =>
  texts.map((text) => text.toLowerCase())

/** What lists and searches read of a product, as its latest version has it. */
export const productListing = ({ product_key, name, source, labels, attributes }: KeptVersion) => ({
  product_key,
  source,
  labels,
  search_text: lowered(product_key, name),
  urls: catalogUrls(attributesFromJson(attributes)),
})

/** The key of a URL that is given as the core's `urlKey` has it. */
export const urlKeyOf = (sql: SqlClient, url: Fragment) => sql`md5(${url})::uuid`

/** How many variants and colors the product of this key has, as `variants` and `colors`. */
export const variantCounts = (sql: SqlClient, organization: Fragment, productKey: Fragment) => sql`
  select count(*)::int as variants, count(distinct v.color)::int as colors from hangtag_variant v
  where v.organization = ${organization} and v.product_key = ${productKey} and v.retired_at is null`
