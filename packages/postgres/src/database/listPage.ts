import { type Found, mostCounted, searchWords } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable } from "./storable.ts"

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
