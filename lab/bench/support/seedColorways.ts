import type postgres from "postgres"

/** Variants of one colorway. */
export const colorwaySize = 20

/** The colorways that the first `variants` variants are of. */
export const colorwaysOf = (variants: number): Array<{ product_key: string; color: string }> =>
  Array.from({ length: variants / colorwaySize }, (_, n) => ({
    product_key: `P${String(n >> 1).padStart(5, "0")}`,
    color: n % 2 === 0 ? "Black" : "Red",
  }))

/**
 * A brand `NT` of products in two colors, twenty variants each, with prices of three types: four that began in the past
 * months, and of every fourth variant one that begins in ninety days. Every tenth variant has another price in force.
 */
export const seedColorways = async (
  sql: postgres.Sql,
  organization: string,
  variants: number,
): Promise<void> => {
  await sql`insert into hangtag_brand values (${organization}, 'NT', 'North Trail', 'UTC')`
  await sql`insert into hangtag_product
    select ${organization}, 'P' || lpad(n::text, 5, '0'), 'NT', 1
    from generate_series(0, ${Math.ceil(variants / colorwaySize / 2) - 1}) n`
  await sql`insert into hangtag_variant
    select ${organization}, 'V' || lpad(n::text, 7, '0'), 'P' || lpad((n / ${2 * colorwaySize})::text, 5, '0'), 1, 'Boot',
      case when n / ${colorwaySize} % 2 = 0 then 'Black' else 'Red' end, (n % ${colorwaySize})::text, 'D', '1', '{}', '{}'
    from generate_series(0, ${variants - 1}) n`
  await sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
      effective_from, effective_at, status)
    select ${organization}, gen_random_uuid(), 'V' || lpad(n::text, 7, '0'), type,
      case when n % 10 = 0 then '139.95' else (149 + r) || '.95' end, to_char(day, 'YYYY-MM-DD'),
      extract(epoch from day)::bigint * 1000000, 'active'
    from generate_series(0, 4) r,
      lateral (select date_trunc('day', now() at time zone 'UTC')
        + case r when 4 then 90 else (r - 4) * 30 end * interval '1 day' as day) d,
      generate_series(0, ${variants - 1}) n, unnest(array['COST', 'MAP', 'MSRP']) type
    where r < 4 or n % 4 = 0`
}
