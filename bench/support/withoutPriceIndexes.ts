import type postgres from "postgres"

/** Fills the table of prices without its indexes, which then are made of all rows at once: that is much faster. */
export const withoutPriceIndexes = async (sql: postgres.Sql, fill: () => Promise<unknown>): Promise<void> => {
  const indexes = await sql<Array<{ indexname: string; indexdef: string }>>`
    select indexname, indexdef from pg_indexes where tablename = 'hangtag_price_record'`
  await sql`alter table hangtag_price_record drop constraint hangtag_price_record_pkey`
  for (const { indexname } of indexes) await sql.unsafe(`drop index if exists ${indexname}`)
  await fill()
  for (const { indexdef } of indexes) await sql.unsafe(`set maintenance_work_mem = '1GB'; ${indexdef}`)
  await sql`vacuum analyze`
}
