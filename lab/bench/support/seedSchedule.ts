import type postgres from "postgres"

/** Variants of a product, all of one color. */
const variants = 12

/**
 * N products, of ten brands. Each variant has six prices that have begun of each of three types, and two to come: a
 * batch a product, so that on each day of a year some products change.
 */
export const seedSchedule = async (sql: postgres.Sql, products: number): Promise<void> => {
  await sql`insert into hangtag_brand (organization, brand_key, name, time_zone)
    select 'demo', 'B' || n, 'Brand ' || n, 'UTC' from generate_series(0, 9) n`
  await sql`insert into hangtag_product (organization, product_key, brand_key, latest_version)
    select 'demo', 'P' || n, 'B' || n % 10, 1 from generate_series(1, ${products}) n`
  await sql`insert into hangtag_variant
    select 'demo', 'P' || p || '-BLK-' || lpad(n::text, 2, '0'), 'P' || p, 1, 'Ridge Boot', 'Black', n::text, 'D', '001', '{}', '{}'
    from generate_series(1, ${products}) p, generate_series(1, ${variants}) n`
  await sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
      effective_at, status, batch_key)
    select 'demo', gen_random_uuid(), 'P' || p || '-BLK-' || lpad(n::text, 2, '0'), type, (99 + (r * 7 + n) % 5) || '.95',
      to_char(day, 'YYYY-MM-DD'), extract(epoch from day)::bigint * 1000000, 'active',
      case when r > 0 then 'BATCH-' || p || '-' || r end
    from generate_series(1, ${products}) p, generate_series(1, ${variants}) n, unnest(array['MAP', 'MSRP', 'OUTLET']) type,
      generate_series(-5, 2) r,
      lateral (select date_trunc('day', now() at time zone 'UTC') + make_interval(days =>
        case when r > 0 then 1 + (p * 7 + r * 183) % 365 else r * 30 end) as day) d`
}
