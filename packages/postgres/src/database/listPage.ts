import { type Found, mostCounted, searchWords } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable } from "./parameters.ts"

/** A row of a page with how many were counted beside it; of an empty page one row of nulls. */
export type Listed<Row> = { readonly [Name in keyof Row]: Row[Name] | null } & { readonly counted: number }

/**
 * Whether `from` has a row, by the first in the order of its `key`, an index of it. Without the order Postgres would read the
 * whole table where it has none: by its statistics one should come soon (an empty batch beside one of 100,000 records:
 * 25 ms instead of 0.02).
 */
export const hasAny = (sql: SqlClient, from: Fragment, key: string): Fragment =>
  sql`(select true ${from} order by ${sql.literal(key)} limit 1) is not null`

/**
 * Counts what `from` tells of, no further than one more than `mostCounted`, beside a page: all of one statement, so that
 * they agree. The page is `r`, given one row more than its limit. A table's rows are counted in the order of an index
 * (`hasAny` says why).
 */
export const countedPage = (
  sql: SqlClient,
  from: Fragment,
  page: Fragment,
  order: string,
  inOrder: Fragment = sql``,
): Fragment => sql`
  select n.counted, r.* from (
    select count(*)::int as counted from (select ${from} ${inOrder} limit ${mostCounted + 1}) c) n
  left join (${page}) r on true order by ${sql.literal(order)}`

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

const fields = { b: [1, 2], d: [1, 2], p: [1, 2, 3] } as const

/** Narrows to rows that each word of the search is found in, as the core's `matchesWords` finds it; null: to none. */
export const finds = (sql: SqlClient, alias: keyof typeof fields, search: string | null): Fragment => {
  const words = searchWords(search ?? "").map((word) =>
    sql.or(
      fields[alias].map(
        (n) => sql`strpos(${sql.literal(`${alias}.search_text[${n}]`)}, ${comparable(word)}) > 0`,
      ),
    ),
  )
  return words.length === 0 ? sql`` : sql`and ${sql.and(words)}`
}
