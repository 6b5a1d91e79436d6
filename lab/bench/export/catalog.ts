import type postgres from "postgres"

/** What an export reads, and the peers' query and rows are made after. */
export const columns = [
  { column_name: "product", source_field: "product_key" },
  { column_name: "name", source_field: "name" },
  { column_name: "material", source_field: "material", use_label: true },
  { column_name: "variant", source_field: "variant_key" },
  { column_name: "variant_name", source_field: "variant_name" },
  { column_name: "color", source_field: "color" },
  { column_name: "size", source_field: "size" },
  { column_name: "width", source_field: "width" },
  { column_name: "code", source_field: "vendor_color_code" },
  { column_name: "map", source_field: "price", sub_field: "MAP" },
  { column_name: "map_from", source_field: "price_effective_from", sub_field: "MAP" },
  { column_name: "msrp", source_field: "price", sub_field: "MSRP" },
].map((column) => ({ sub_field: null, use_label: false, ...column }))

/** Each product has N versions, with a row for each variant. */
export const versions = 3

/** Each size is an organization of its own. */
export const organizationOf = (variants: number): string => `rows-${variants}`

const prices = `
  select 'MAP' as type, 'active' as status, '2025-01-01' as day, 99 as base
  union all select 'MAP', 'active', '2026-02-01', 109
  union all select 'MAP', 'draft', '2999-01-01', 119
  union all select 'MSRP', 'active', '2025-01-01', 139`

/** Products of eight variants with four prices each, one of them in the future. */
export const seed = async (sql: postgres.Sql, variants: number): Promise<void> => {
  const org = organizationOf(variants)
  const products = variants / 8
  await sql`insert into hangtag_brand values (${org}, 'NT', 'North Trail', 'UTC')`
  await sql`insert into hangtag_product
    select ${org}, 'P' || lpad(p::text, 7, '0'), 'NT', ${versions}::int from generate_series(1, ${products}::int) p`
  await sql`insert into hangtag_product_version
    select ${org}, 'P' || lpad(p::text, 7, '0'), v, 'Ridge Boot ' || p, 'merchant_input', '{fall}',
      '{"material":{"key":"lthr","label":"Full-grain leather"},"waterproof":true}', 1767225600000000
    from generate_series(1, ${products}::int) p, generate_series(1, ${versions}::int) v`
  await sql`insert into hangtag_attribute values (${org}, 'material', ${products * versions}),
    (${org}, 'waterproof', ${products * versions})`
  await sql`insert into hangtag_variant
    select ${org}, p || '-' || n % 8, p, ${versions}::int, 'Ridge Boot ' || color || ' ' || 6 + n % 8, color, (6 + n % 8)::text,
      case n % 3 when 0 then 'D' when 1 then 'EE' else '' end, lpad((n % 997)::text, 3, '0'), '{}', '{}'
    from generate_series(0, ${variants - 1}::int) n,
      lateral (select 'P' || lpad((1 + n / 8)::text, 7, '0') as p,
        (array['Black', 'Forêt', 'Red & White', 'Bleu/Crème'])[1 + n / 2 % 4] as color) x`
  await sql`insert into hangtag_price_record
      (organization, record_key, variant_key, price_type, amount, effective_from, effective_at, status)
    select ${org}, gen_random_uuid(), 'P' || lpad((1 + n / 8)::text, 7, '0') || '-' || n % 8, r.type,
      r.base + n % 50 || '.90', r.day, extract(epoch from r.day::timestamp)::bigint * 1000000, r.status
    from generate_series(0, ${variants - 1}::int) n, (${sql.unsafe(prices)}) r`
}

/** The same rows by hand, in the same order. */
export const queryOf = (variants: number): string => `
  select p.product_key as product, v.name, v.attributes -> 'material' ->> 'label' as material, w.variant_key as variant,
    w.name as variant_name, w.color, w.size, w.width, w.vendor_color_code as code, map.amount as map,
    map.effective_from as map_from, msrp.amount as msrp
  from hangtag_product p
  join hangtag_product_version v on v.organization = p.organization and v.product_key = p.product_key
    and v.version = p.latest_version
  join hangtag_variant w on w.organization = p.organization and w.product_key = p.product_key
  ${["map", "msrp"]
    .map(
      (type) => `left join lateral (select r.amount, r.effective_from from hangtag_price_record r
    where r.organization = w.organization and r.variant_key = w.variant_key and r.price_type = '${type.toUpperCase()}'
      and r.status = 'active' and r.effective_at <= ${Date.now() * 1000}
    order by r.effective_at desc, r.sequence desc limit 1) ${type} on true`,
    )
    .join("\n  ")}
  where p.organization = '${organizationOf(variants)}' order by p.product_key, w.variant_key`

const colors = ["Black", "Forêt", "Red & White", "Bleu/Crème"]

/** The rows as a peer writes them, without a database: numbers and dates as its cells take them. */
export function* rowsOf(variants: number): Generator<ReadonlyArray<string | number | Date | null>> {
  const from = new Date("2026-02-01")
  for (let n = 0; n < variants; n++) {
    const product = `P${String(1 + (n >> 3)).padStart(7, "0")}`
    const color = colors[(n >> 1) % 4]!
    const [size, cents] = [6 + (n % 8), (n % 50) + 0.9]
    yield [
      product,
      `Ridge Boot ${1 + (n >> 3)}`,
      "Full-grain leather",
      `${product}-${n % 8}`,
      `Ridge Boot ${color} ${size}`,
      color,
      String(size),
      ["D", "EE", ""][n % 3]!,
      String(n % 997).padStart(3, "0"),
      109 + cents,
      from,
      139 + cents,
    ]
  }
}
