import type postgres from "postgres"

/** N products of ten brands, jobs, and discoveries of job `J`, as writers leave them. */
export const seedLists = async (sql: postgres.Sql, count: number): Promise<void> => {
  await sql`insert into hangtag_brand (organization, brand_key, name, time_zone, search_text)
    select 'demo', 'B' || n, 'Brand ' || n, 'UTC', array['b' || n, 'brand ' || n] from generate_series(0, 9) n`
  await sql`insert into hangtag_product (organization, product_key, brand_key, latest_version, attribute_uses, source,
      labels, search_text, variant_count, colorway_count)
    select 'demo', key, 'B' || n % 10, 1, array['key:material', 'option:material', 'key:height'], 'merchant_input',
      array['L' || n % 100, 'fall'], array[lower(key), 'ridge boot ' || n], 12, 3
    from generate_series(1, ${count}) n, lateral (select 'P' || lpad(n::text, 8, '0') as key) k`
  await sql`insert into hangtag_product_version
    select organization, product_key, 1, 'Ridge Boot ' || product_key, source, labels,
      '{"material":{"key":"lthr","label":"Leather"},"height":6}', 0 from hangtag_product`
  await sql`insert into hangtag_job (organization, requested_by, request, status, total, lane, message, created_at, finished_at)
    select 'demo', case n % 100 when 0 then 'ann' else 'bob' end, null,
      case n % 10 when 0 then 'failed' else 'completed' end, 1, 'small', 'Wrote 12 rows', n, n
    from generate_series(1, ${count}) n`
  await sql`insert into hangtag_crawl_discovery (organization, job_id, discovery_id, url, title, selected, updated_at,
      search_text, url_key)
    select 'demo', 'J', 'D' || lpad(n::text, 8, '0'), url, 'Boot', false, 0, array[url, 'boot'], md5(url)::uuid
    from generate_series(0, ${count - 1}) n, lateral (select 'https://shop.test/boot-' || n as url) u`
  await sql`analyze`
}
