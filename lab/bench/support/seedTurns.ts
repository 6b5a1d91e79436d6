import type postgres from "postgres"

/**
 * N products of 12 black variants, all of the organization `demo`, and the same of as many organizations that have one
 * each: `P7` of `ORG-7`. A variant has ten prices each of three types.
 */
export const seedTurns = async (sql: postgres.Sql, count: number): Promise<void> => {
  await sql`create temporary table turn as
    select organization, 'P' || n as product_key from generate_series(1, ${count}) n, unnest(array['demo', 'ORG-' || n]) organization`
  await sql`insert into hangtag_brand (organization, brand_key, name, time_zone)
    select distinct organization, 'NT', 'North Trail', 'UTC' from turn`
  await sql`insert into hangtag_product (organization, product_key, brand_key, latest_version)
    select organization, product_key, 'NT', 1 from turn`
  await sql`insert into hangtag_variant
    select organization, key, product_key, 1, name, 'Black', n::text, 'D', '001', '{"waterproof":true}',
      array[lower(key), lower(name), 'black', n::text, 'd', '001']
    from turn, generate_series(1, 12) n,
      lateral (select product_key || '-BLK-' || n as key, 'Ridge Boot Black ' || n as name) v`
  await sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
      effective_at, status)
    select organization, gen_random_uuid(), product_key || '-BLK-' || n, type, (99 + r % 3) || '.95',
      to_char(day, 'YYYY-MM-DD'), extract(epoch from day)::bigint * 1000000, 'active'
    from turn, generate_series(1, 12) n, unnest(array['MAP', 'MSRP', 'OUTLET']) type, generate_series(0, 9) r,
      lateral (select date_trunc('day', now() at time zone 'UTC') + (r - 8) * interval '30 days' as day) d`
}
