import { foldText, type Variant } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"

/** The fields that `matchesVariant` of the core looks into, the key first. */
export const searchFields = ["variant_key", "name", "color", "size", "width", "vendor_color_code"] as const

/**
 * What a variant is found by: its fields in lower case, as JavaScript has it, since Postgres' `lower` depends on
 * the database's locale. An array, so that no text matches across two fields. Behind them the folded key, where it
 * is another: searches for products compare that.
 */
export const searchText = (variant: Pick<Variant, (typeof searchFields)[number]>): Array<string> => {
  const fields = searchFields.map((field) => variant[field].toLowerCase())
  const key = foldText(variant.variant_key)
  return key === fields[0] ? fields : [...fields, key]
}

/** Whether the needle, in lower case, stands in one of the first `count` fields of `v.search_text`. */
export const matchesSearch = (sql: SqlClient, count: number, needle: string | null) =>
  sql.or(
    Array.from(
      { length: count },
      (_, i) => sql`strpos(v.search_text[${sql.literal(String(i + 1))}], ${needle}) > 0`,
    ),
  )
