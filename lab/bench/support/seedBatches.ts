import type postgres from "postgres"

/** The key of the batch that has N records. */
export const batchOf = (records: number): string => `REPUB-${records}`

/** A batch for each number of records, of five price types of a fifth as many variants, which are of products of forty. */
export const seedBatches = async (sql: postgres.Sql, sizes: ReadonlyArray<number>): Promise<void> => {
  await sql`insert into hangtag_brand values ('demo', 'NT', 'North Trail', 'UTC')`
  const variants = Math.max(...sizes) / 5
  await sql`insert into hangtag_product (organization, product_key, brand_key, latest_version)
    select 'demo', 'P' || n, 'NT', 1 from generate_series(0, ${variants} / 40) n`
  await sql`insert into hangtag_variant
    select 'demo', key, 'P' || n / 40, 1, name, 'Black', '9', 'D', '001', '{}',
      array[lower(key), lower(name), 'black', '9', 'd', '001']
    from generate_series(1, ${variants}) n,
      lateral (select 'V' || lpad(n::text, 7, '0') as key, 'Ridge Boot Black ' || n % 97 as name) v`
  for (const records of sizes) {
    const batch = batchOf(records)
    await sql`insert into hangtag_batch (organization, batch_key, status, records)
      values ('demo', ${batch}, 'open', ${records})`
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
