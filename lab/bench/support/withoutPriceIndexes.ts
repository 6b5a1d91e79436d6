import type postgres from "postgres"

/**
 * Fills the table of prices without its indexes, which then are made of all rows at once, and without looking each
 * variant up: that is much faster.
 */
export const withoutPriceIndexes = async (sql: postgres.Sql, fill: () => Promise<unknown>): Promise<void> => {
  const indexes = await sql<Array<{ indexname: string; indexdef: string }>>`
    select indexname, indexdef from pg_indexes where tablename = 'hangtag_price_record'`
  const [key] = await sql<Array<{ name: string }>>`select conname as name from pg_constraint
    where conrelid = 'hangtag_price_record'::regclass and contype = 'p'`
  await sql`alter table hangtag_price_record drop constraint ${sql(key!.name)}`
  for (const { indexname } of indexes) await sql.unsafe(`drop index if exists ${indexname}`)
  const checks = await sql<Array<{ name: string }>>`select tgname as name from pg_trigger
    join pg_class c on c.oid = tgrelid where c.relname = 'hangtag_price_record' and c.relkind = 'r' and tgisinternal`
  for (const { name } of checks) await sql`alter table hangtag_price_record disable trigger ${sql(name)}`
  await fill()
  for (const { name } of checks) await sql`alter table hangtag_price_record enable trigger ${sql(name)}`
  // of a table in partitions, an index of its own alone is what it is
  for (const { indexdef } of indexes)
    await sql.unsafe(`set maintenance_work_mem = '1GB'; ${indexdef.replace(" ON ONLY ", " ON ")}`)
  await sql`vacuum analyze`
}
