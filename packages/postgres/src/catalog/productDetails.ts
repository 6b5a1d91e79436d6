import { instantToText, type ProductFound, type ProductReading, type Variant } from "@hangtag/core"
import { attributesFromJson } from "@hangtag/core/adapter"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparable, comparableKeys } from "../database/parameters.ts"

interface VersionRow {
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly updated_at: number
}

/** A product as `selectProduct` finds it; attributes are JSON text, which keeps each digit. */
export interface ProductRow {
  readonly brand_key: string
  readonly brand_name: string
  readonly time_zone: string
  readonly attributes: string
  readonly version_count: number
  /** The latest is the first. */
  readonly versions: ReadonlyArray<VersionRow>
  readonly variant_count: number
  readonly colorway_count: number
  readonly variants: ReadonlyArray<
    Omit<Variant, "attributes" | "product_key"> & { readonly attributes: string; readonly variants: number }
  >
}

/** One statement, so that all of it is of one moment; each variant is looked up once the page's are cut. */
export const selectProduct = (
  sql: SqlClient,
  org: string | null,
  product: string | null,
  { color, after, colors, variants, versions, attributes }: ProductReading,
) => {
  const place = after && {
    color: comparable(after.color),
    variant: after.variant_key && comparable(after.variant_key),
  }
  const colorsBehind =
    place === null
      ? sql`true`
      : place.variant === null
        ? sql`c.color > ${place.color}`
        : sql`(c.color > ${place.color} or c.color = ${place.color}
            and exists (select from variant v where v.color = c.color and v.variant_key > ${place.variant}))`
  const variantsBehind =
    place === null || place.variant === null
      ? sql`true`
      : sql`(v.color > ${place.color} or v.variant_key > ${place.variant})`
  return sql<ProductRow>`
    with variant as materialized (
      select v.variant_key, v.color collate "C" as color from hangtag_variant v
      where v.organization = ${org} and v.product_key = ${product} and v.retired_at is null
        ${color === null ? sql`` : sql`and v.color = ${comparable(color)}`}),
    color as materialized (select v.color, count(*)::int as variants from variant v group by v.color),
    page as (select c.color, c.variants from color c where ${colorsBehind} order by c.color limit ${colors}),
    found as materialized (
      select v.variant_key, v.color, c.variants from variant v join page c on c.color = v.color
      where ${variantsBehind} order by v.color, v.variant_key limit ${variants})
    select p.brand_key, b.name as brand_name, b.time_zone, latest.attributes::text as attributes, p.variant_count,
      (select count(*)::int from hangtag_product_version v
        where v.organization = ${org} and v.product_key = p.product_key) as version_count,
      (select json_agg(json_build_object('version', v.version, 'name', v.name, 'source', v.source,
          'labels', v.labels, 'updated_at', v.updated_at) order by v.version desc)
        from (select * from hangtag_product_version v where v.organization = ${org}
          and v.product_key = p.product_key order by v.version desc limit ${versions}) v) as versions,
      (select count(*)::int from color) as colorway_count,
      coalesce((select json_agg(json_build_object('variant_key', f.variant_key, 'name', v.name, 'color', f.color,
          'size', v.size, 'width', v.width, 'vendor_color_code', v.vendor_color_code, 'variants', f.variants,
          'attributes', (select coalesce(json_object_agg(a.key, a.value), '{}')::text
            from json_each(v.attributes) a where a.key = any(${comparableKeys(attributes)}::text[])))
          order by f.color, f.variant_key)
        from found f cross join lateral (select * from hangtag_variant v
          where v.organization = ${org} and v.variant_key = f.variant_key limit 1) v), '[]') as variants
    from hangtag_product p
    cross join lateral (select b.name, b.time_zone from hangtag_brand b
      where b.organization = ${org} and b.brand_key = p.brand_key limit 1) b
    cross join lateral (select v.attributes from hangtag_product_version v where v.organization = ${org}
      and v.product_key = p.product_key and v.version = p.latest_version limit 1) latest
    where p.organization = ${org} and p.product_key = ${product} and p.retired_at is null`
}

const summary = ({ updated_at, ...version }: VersionRow) => ({
  ...version,
  updated_at: instantToText(updated_at),
})

export const productFound = (row: ProductRow, product_key: string): ProductFound => {
  const { brand_key, brand_name, time_zone, version_count, variant_count, colorway_count } = row
  return {
    brand: { brand_key, name: brand_name, time_zone },
    latest: {
      product_key,
      brand_key,
      ...summary(row.versions[0]!),
      attributes: attributesFromJson(row.attributes),
    },
    version_count,
    versions: row.versions.map(summary),
    variant_count,
    colorway_count,
    variants: row.variants.map(({ variants, attributes, ...variant }) => ({
      variant: { ...variant, product_key, attributes: attributesFromJson(attributes) },
      variant_count: variants,
    })),
  }
}
