import type postgres from "postgres"
import { withoutPriceIndexes } from "../support/withoutPriceIndexes.ts"

/** Of a variant: two types, each with four prices that have begun and one to come, on one day of the next two years. */
export const recordsPerVariant = 10
/** Variants of one colorway; a product has two of them. */
export const colorwaySize = 20

export const organizationKey = (n: number): string => `org-${String(n).padStart(5, "0")}`
export const productKey = (n: number): string => `P${String(n).padStart(7, "0")}`
export const variantKey = (n: number): string => `V${String(n).padStart(8, "0")}`

/** Variants written by one statement. */
const atATime = 100_000

/** N price records, shared evenly by the organizations, each with a brand `NT`. */
export const seedRecords = async (
  sql: postgres.Sql,
  { records, organizations }: { readonly records: number; readonly organizations: number },
): Promise<void> => {
  const variants = records / recordsPerVariant / organizations
  const org = sql`'org-' || lpad((n / ${variants}::int)::text, 5, '0')`
  const variant = sql`'V' || lpad((n % ${variants}::int)::text, 8, '0')`
  const product = sql`'P' || lpad((n % ${variants}::int / ${2 * colorwaySize})::text, 7, '0')`
  const all = organizations * variants
  await sql`insert into hangtag_brand (organization, brand_key, name, time_zone, price_types)
    select 'org-' || lpad(o::text, 5, '0'), 'NT', 'North Trail', 'UTC', '{MAP,MSRP}'
    from generate_series(0, ${organizations - 1}::int) o`
  await sql`insert into hangtag_product (organization, product_key, brand_key, latest_version, source, labels,
      search_text, variant_count, colorway_count)
    select 'org-' || lpad(o::text, 5, '0'), key, 'NT', 1, 'merchant_input', '{fall}', array[lower(key), 'ridge boot ' || p],
      ${2 * colorwaySize}::int, 2
    from generate_series(0, ${organizations - 1}::int) o,
      generate_series(0, ${Math.ceil(variants / 2 / colorwaySize) - 1}::int) p,
      lateral (select 'P' || lpad(p::text, 7, '0') as key) k`
  await sql`insert into hangtag_product_version
    select organization, product_key, 1, 'Ridge Boot ' || product_key, source, labels, '{"material":"Leather"}', 0
    from hangtag_product`
  // the seed tells brands of their price types by itself
  await sql`alter table hangtag_price_record disable trigger user`
  await withoutPriceIndexes(sql, async () => {
    for (let from = 0; from < all; from += atATime) {
      const until = Math.min(all, from + atATime) - 1
      await sql`insert into hangtag_variant
        select ${org}, ${variant}, ${product}, 1, 'Ridge Boot ' || n % 97, case when n % ${variants}::int / ${colorwaySize} % 2 = 0 then 'Black' else 'Red' end,
          (n % ${colorwaySize})::text, 'D', '001', '{}', array[lower(${variant}), 'ridge boot ' || n % 97]
        from generate_series(${from}::int, ${until}::int) n`
      await sql`insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
          effective_from, effective_at, status)
        select ${org}, gen_random_uuid(), ${variant}, type, (149 + r) || '.95', to_char(day, 'YYYY-MM-DD'),
          extract(epoch from day)::bigint * 1000000, 'active'
        from generate_series(0, 4) r,
          generate_series(${from}::int, ${until}::int) n, unnest(array['MAP', 'MSRP']) type,
          lateral (select date_trunc('day', now() at time zone 'UTC')
            + case r when 4 then 30 + n / ${colorwaySize} % 700 else (r - 4) * 30 end * interval '1 day' as day) d`
    }
  })
  await sql`alter table hangtag_price_record enable trigger user`
}
