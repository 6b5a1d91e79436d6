import { type Found, mostCounted } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** A row of a page with how many were counted beside it; of an empty page one row of nulls. */
export type Listed<Row> = { readonly [Name in keyof Row]: Row[Name] | null } & { readonly counted: number }

/**
 * Counts what `from` tells of, no further than one more than `mostCounted`, beside a page: all of one statement, so that
 * they agree. The page is `r`, given one row more than its limit.
 */
export const countedPage = (sql: SqlClient, from: Fragment, page: Fragment, order: Fragment): Fragment => sql`
  select n.counted, r.* from (select count(*)::int as counted from (select ${from} limit ${mostCounted + 1}) c) n
  left join (${page}) r on true order by ${order}`

/** The page without the row that only tells whether there is another page. */
export const foundIn = <Row, Item>(
  rows: ReadonlyArray<Listed<Row>>,
  key: keyof Row,
  limit: number,
  itemOf: (row: Row) => Item,
): Found<Item> => {
  const there = rows.filter((row) => row[key] !== null) as unknown as ReadonlyArray<Row>
  return {
    items: there.slice(0, limit).map(itemOf),
    total: rows[0]?.counted ?? 0,
    isEnd: there.length <= limit,
  }
}

/** Whether the text, in lower case, stands in one of the row's first two searchable fields; any does where it is null. */
export const finds = (sql: SqlClient, alias: "b" | "p" | "d", needle: string | null): Fragment => {
  const field = (n: 1 | 2) => sql`strpos(${sql.literal(`${alias}.search_text[${n}]`)}, ${needle}) > 0`
  return sql`(${field(1)} or ${field(2)})`
}
