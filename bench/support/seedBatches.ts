import type postgres from "postgres"

/** The batch's key that has so many records. */
export const batchOf = (records: number): string => `REPUB-${records}`

/** A batch for each number of records, of five price types of a fifth as many variants. */
export const seedBatches = async (sql: postgres.Sql, sizes: ReadonlyArray<number>): Promise<void> => {
  for (const records of sizes) {
    const batch = batchOf(records)
    await sql`insert into hangtag_batch values ('demo', ${batch}, 'open')`
    await sql`with price as (
        insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
          effective_at, status, batch_key)
        select 'demo', gen_random_uuid(), 'V' || lpad(n::text, 7, '0'), type, (99 + n % 3) || '.95', '2026-01-01',
          1767225600000000, 'active', ${batch}
        from generate_series(1, ${records / 5}) n, unnest(array['COST', 'MAP', 'MSRP', 'OUTLET', 'WHOLESALE']) type
        returning record_key, variant_key, price_type)
      insert into hangtag_batch_record
      select 'demo', ${batch}, variant_key, price_type, record_key, true, lower(price_type) from price`
  }
}
