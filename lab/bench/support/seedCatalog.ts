import type postgres from "postgres"

/** The name of a product that has N variants, all of one color. */
export const productOf = (variants: number): string => `P${variants}`

/** A brand `NT`, and a product in black for each number of variants, with 50 prices each of five types. */
export const seedCatalog = async (sql: postgres.Sql, sizes: ReadonlyArray<number>): Promise<void> => {
  await sql`insert into hangtag_brand values ('demo', 'NT', 'North Trail', 'UTC')`
  for (const variants of sizes) {
    const product = productOf(variants)
    await sql`insert into hangtag_product values ('demo', ${product}, 'NT', 1)`
    await sql`insert into hangtag_variant
      select 'demo', key, ${product}, 1, name, 'Black', size, 'D', '001', '{"waterproof":true}',
        array[lower(key), lower(name), 'black', size, 'd', '001']
      from generate_series(1, ${variants}) n, lateral (select ${product} || '-BLK-' || lpad(n::text, 6, '0') as key,
        'Ridge Boot Black ' || n as name, (6 + n % 8)::text as size) v`
    await sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
        effective_from, effective_at, status, batch_key)
      select 'demo', gen_random_uuid(), ${product} || '-BLK-' || lpad(n::text, 6, '0'), type,
        (99 + r % 3) || '.95', to_char(day, 'YYYY-MM-DD'), extract(epoch from day)::bigint * 1000000,
        case when r % 7 = 0 then 'draft' else 'active' end, case when r % 3 = 0 then 'REPUB-FALL' end
      from generate_series(1, ${variants}) n, unnest(array['COST', 'MAP', 'MSRP', 'OUTLET', 'WHOLESALE']) type,
        generate_series(0, 9) r,
        lateral (select date_trunc('day', now() at time zone 'UTC') + (r - 8) * interval '30 days' as day) d`
  }
}
