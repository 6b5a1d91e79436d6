import type { BatchMomentFound, BatchMomentQuery, Found } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { countedPage, foundIn, type Listed } from "../database/listPage.ts"
import { comparable, toBigint } from "../database/parameters.ts"

/** What a batch changes when, added up by the database: one pass over what the batch holds, a record found at a time. */
export const selectMoments = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { limit, after }: BatchMomentQuery,
) => {
  const org = comparable(organization)
  const of = (table: "record" | "withdrawal") => sql`
    select p.effective_at as at, p.price_type, p.price_list, p.amount, p.ending, ${table === "record"} as is_set
    from ${sql.literal(`hangtag_batch_${table}`)} h
    cross join lateral (select p.effective_at, p.price_type, p.price_list, p.amount::numeric, p.ending from hangtag_price_record p
      where p.organization = ${org} and p.record_key = h.record_key offset 0) p
    where h.organization = ${org} and h.batch_key = ${comparable(batchKey)}`
  const rest =
    after === null
      ? sql``
      : sql`where (m.at, m.price_type, m.price_list) >
          (${toBigint(after.at)}, ${comparable(after.price_type)}::text, ${comparable(after.price_list)}::text)`
  const page = sql`select m.at::float8 as at, m.price_type, m.price_list, m.records, m.withdrawals, m.least_amount, m.greatest_amount, m.ends,
      m.at as exactly
    from moment m ${rest} order by m.at, m.price_type, m.price_list limit ${limit + 1}`
  return sql<Listed<BatchMomentFound>>`
    with moment as materialized (
      select h.at, h.price_type, h.price_list,
        count(*) filter (where h.is_set)::int as records, count(*) filter (where not h.is_set)::int as withdrawals,
        trim_scale(min(h.amount) filter (where h.is_set))::text as least_amount,
        trim_scale(max(h.amount) filter (where h.is_set))::text as greatest_amount,
        array_agg(distinct h.ending order by h.ending) filter (where h.is_set and h.ending is not null) as ends
      from (${of("record")} union all ${of("withdrawal")}) h group by 1, 2, 3)
    ${countedPage(sql, sql`from moment m`, page, "r.exactly, r.price_type, r.price_list")}`
}

/** The price lists of what a batch holds and withdraws, a record found at a time. */
export const selectBatchLists = (sql: SqlClient, organization: string, batchKey: string) => {
  const org = comparable(organization)
  const of = (table: string) => sql`
    select p.price_list from ${sql.literal(table)} h
    cross join lateral (select p.price_list from hangtag_price_record p
      where p.organization = ${org} and p.record_key = h.record_key offset 0) p
    where h.organization = ${org} and h.batch_key = ${comparable(batchKey)}`
  return sql<{ price_list: string }>`
    select distinct h.price_list from (${of("hangtag_batch_record")} union all ${of("hangtag_batch_withdrawal")}) h
    order by h.price_list`
}

/** The moments that the rows tell. */
export const momentsOf = (
  rows: ReadonlyArray<Listed<BatchMomentFound>>,
  limit: number,
): Found<BatchMomentFound> =>
  foundIn<BatchMomentFound, BatchMomentFound>(rows, "at", limit, (row) => ({
    at: row.at,
    price_type: row.price_type,
    price_list: row.price_list,
    records: row.records,
    withdrawals: row.withdrawals,
    least_amount: row.least_amount,
    greatest_amount: row.greatest_amount,
    ends: row.ends ?? [],
  }))
