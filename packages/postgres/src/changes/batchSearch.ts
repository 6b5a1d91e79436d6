import { mostSkusSearched, searchWords } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable } from "../database/parameters.ts"

/** Narrows batches `b` to those of which each word is in key or name, or in a SKU of which one holds or withdraws a price. */
export const findsBatches = (sql: SqlClient, org: string | null, search: string | null): Fragment => {
  const words = searchWords(search ?? "").map((text) => {
    const word = comparable(text)
    // once a word, and by products, which have the SKUs of their variants: variants have no index by organization
    const skus = sql`any(array(select v.variant_key from hangtag_product d
      cross join lateral (select * from hangtag_variant v
        where v.organization = ${org} and v.product_key = d.product_key offset 0) v
      where d.organization = ${org} and strpos(d.search_text[3], ${word}) > 0
        and strpos(coalesce(v.search_text[7], v.search_text[1]), ${word}) > 0
      order by v.variant_key limit ${mostSkusSearched}))`
    return sql`(strpos(b.search_text[1], ${word}) > 0 or strpos(b.search_text[2], ${word}) > 0
      or b.batch_key in (select r.batch_key from hangtag_batch_record r
        where r.organization = ${org} and r.variant_key = ${skus})
      or b.batch_key in (select w.batch_key from hangtag_batch_withdrawal w
        where w.organization = ${org} and w.variant_key = ${skus}))`
  })
  return words.length === 0 ? sql`` : sql`and ${sql.and(words)}`
}
