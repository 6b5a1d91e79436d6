import type { Instant, ShopProductEntry } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { type KeptVersion, productListing, urlKeyOf, variantCounts } from "../catalog/productListing.ts"
import { usesOf } from "../catalog/usesOf.ts"
import { momentInTurn } from "../catalog/writing.ts"
import { comparableKeys, isStorable, toBigint } from "../database/parameters.ts"
import { applyProducts, type KeptCatalog } from "./applyProducts.ts"
import { noteTypes } from "./noteTypes.ts"
import { type KeptBrand, type KeptProduct, type KeptVariant, variantRow, versionId } from "./ProductState.ts"
import { rezone, zonesOf } from "./rezone.ts"

/**
 * What is kept of everything that the entries name.
 *
 * A lateral subquery with a limit is looked up once a key, by the primary key; a plain join the planner turns
 * round where statistics are old or none, and compares everything with everything.
 */
const keptCatalog = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<ShopProductEntry>,
) {
  const keys = (of: (entry: ShopProductEntry) => ReadonlyArray<string>) => comparableKeys(entries.flatMap(of))
  const productKeys = keys((entry) => [entry.product_key])
  const products = yield* sql<KeptProduct>`
    select p.product_key, p.brand_key, p.latest_version::float8 as latest_version,
      p.retired_at is not null as retired, p.variant_count
    from unnest(${productKeys}::text[]) k(product_key)
    cross join lateral (select * from hangtag_product p
      where p.organization = ${organization} and p.product_key = k.product_key limit 1) p`
  const brandKeys = comparableKeys([...entries, ...products].map(({ brand_key }) => brand_key))
  const brands = yield* sql<KeptBrand>`
    select brand_key, name, time_zone, became from hangtag_brand
    where organization = ${organization} and brand_key = any(${brandKeys}::text[])`
  const named = entries.filter(
    (entry) => isStorable(entry.product_key) && Number.isSafeInteger(entry.version),
  )
  const versions = yield* sql<KeptVersion>`
    select v.product_key, v.version::float8 as version, v.name, v.source, v.labels,
      v.attributes::text as attributes
    from (select distinct * from unnest(${named.map((entry) => entry.product_key)}::text[],
      ${named.map((entry) => String(entry.version))}::text[]::bigint[])) k(product_key, version)
    cross join lateral (select * from hangtag_product_version v
      where v.organization = ${organization} and v.product_key = k.product_key and v.version = k.version limit 1) v`
  const variantKeys = keys((entry) => entry.variants.map((variant) => variant.variant_key))
  const variants = yield* sql<KeptVariant>`
    select v.variant_key, v.product_key, v.version::float8 as version, v.name, v.color, v.size, v.width,
      v.vendor_color_code, v.attributes::text as attributes, v.retired_at is not null as retired
    from unnest(${variantKeys}::text[]) k(variant_key)
    cross join lateral (select * from hangtag_variant v
      where v.organization = ${organization} and v.variant_key = k.variant_key limit 1) v`
  const kept: KeptCatalog = {
    brands: new Map(brands.map((brand) => [brand.brand_key, brand])),
    products: new Map(products.map((product) => [product.product_key, product])),
    versions: new Map(versions.map((version) => [versionId(version), version])),
    variants: new Map(variants.map((variant) => [variant.variant_key, variant])),
  }
  return kept
})

/** Whether a variant belongs where it belonged. */
const isSamePlace = (a: KeptVariant, b: KeptVariant) =>
  a.product_key === b.product_key && a.color === b.color && a.size === b.size

/** Writes product versions with their variants within the surrounding scope; `shop` as `saveShopProducts` says. */
export const saveProducts = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<ShopProductEntry>,
  at: Instant,
  shop?: { readonly movesToCome: boolean },
) {
  const kept = yield* keptCatalog(sql, organization, entries)
  const before = new Set(kept.products.keys())
  const placed = new Map(kept.variants)
  const changes = applyProducts(entries, kept, shop !== undefined)
  const { result, products, versions, variants, moved, became, left, carriers } = changes
  const moving = variants.flatMap((variant) => {
    const was = placed.get(variant.variant_key)
    return was === undefined || isSamePlace(was, variant) ? [] : variant.variant_key
  })
  const movedKeys = [...moved]
  const arrived = variants.flatMap((each) => (moved.has(each.product_key) ? [each.variant_key] : []))
  const zones = yield* moved.size === 0
    ? Effect.succeed(undefined)
    : zonesOf(sql, organization, movedKeys, arrived)
  if (products.length > 0) {
    yield* sql`
      insert into hangtag_product (organization, product_key, brand_key, latest_version)
      select ${organization}, r.* from json_to_recordset(${JSON.stringify(products)}::json)
        as r(product_key text, brand_key text, latest_version bigint)
      on conflict (organization, product_key) do update set brand_key = excluded.brand_key,
        latest_version = excluded.latest_version, retired_at = null, retired_by = null`
  }
  if (versions.length > 0) {
    yield* sql`
      insert into hangtag_product_version
        (organization, product_key, version, name, source, labels, attributes, updated_at)
      select ${organization}, r.product_key, r.version, r.name, r.source, r.labels, r.attributes::json, ${toBigint(at)}
      from json_to_recordset(${JSON.stringify(versions)}::json) as r(product_key text, version bigint, name text,
        source text, labels text[], attributes text)
      on conflict (organization, product_key, version) do update set name = excluded.name,
        source = excluded.source, labels = excluded.labels, attributes = excluded.attributes,
        updated_at = excluded.updated_at`
  }
  if (variants.length > 0) {
    const now = yield* momentInTurn(sql, organization, at)
    if (moving.length > 0)
      yield* sql`
        insert into hangtag_variant_place (organization, variant_key, until, product_key, color, size)
        select ${organization}, v.variant_key, ${toBigint(now)}, v.product_key, v.color, v.size
        from unnest(${moving}::text[]) k(variant_key)
        cross join lateral (select * from hangtag_variant v
          where v.organization = ${organization} and v.variant_key = k.variant_key limit 1) v
        where v.known_at is distinct from ${toBigint(now)}
        on conflict do nothing`
    yield* sql`
      insert into hangtag_variant (organization, variant_key, product_key, version, name, color, size, width,
        vendor_color_code, attributes, search_text, known_at)
      select ${organization}, r.variant_key, r.product_key, r.version, r.name, r.color, r.size, r.width,
        r.vendor_color_code, r.attributes::json, r.search_text, ${toBigint(now)}
      from json_to_recordset(${JSON.stringify(variants.map(variantRow))}::json) as r(variant_key text,
        product_key text, version bigint, name text, color text, size text, width text, vendor_color_code text,
        attributes text, search_text text[])
      on conflict (organization, variant_key) do update set product_key = excluded.product_key,
        version = excluded.version, name = excluded.name,
        color = excluded.color, size = excluded.size, width = excluded.width,
        vendor_color_code = excluded.vendor_color_code, attributes = excluded.attributes,
        search_text = excluded.search_text, retired_at = null, retired_by = null`
  }
  for (const [brand_key, ofBrand] of Map.groupBy(moved, (key) => kept.products.get(key)!.brand_key))
    yield* noteTypes(sql, organization, brand_key, ofBrand)
  const to_come =
    zones === undefined
      ? []
      : yield* rezone(
          sql,
          organization,
          yield* momentInTurn(sql, organization, at),
          shop?.movesToCome ?? false,
          zones,
          movedKeys,
          arrived,
        )
  if (became.size > 0) {
    const brands = [...became].map(([brand_key, now]) => ({ brand_key, became: now }))
    yield* sql`
      update hangtag_brand b set became = c.became
      from json_to_recordset(${JSON.stringify(brands)}::json) as c(brand_key text, became text)
      where b.organization = ${organization} and b.brand_key = c.brand_key`
  }
  const touched = [...new Set([...[...versions, ...variants].map(({ product_key }) => product_key), ...left])]
  if (touched.length > 0) {
    const written = new Map(versions.map((version) => [versionId(version), version]))
    const latest = touched.flatMap((product_key) => {
      const version = kept.products.get(product_key)?.latest_version
      const listed = version === undefined ? undefined : written.get(versionId({ product_key, version }))
      return listed === undefined ? [] : [productListing(listed)]
    })
    const listings = new Map(latest.map((listing) => [listing.product_key, listing]))
    const carriersOf = Map.groupBy([...versions, ...variants], ({ product_key }) => product_key)
    const changed = touched.map((product_key) => ({
      product_key,
      ...listings.get(product_key),
      urls: undefined,
      // of a new one, everything is here
      uses: before.has(product_key) ? undefined : usesOf(carriersOf.get(product_key) ?? []),
    }))
    // once: where statistics are none, the planner takes it for cheap, and would do it again for each product
    yield* sql`
      with n as materialized (
        select k.product_key, k.source, k.labels, k.search_text as named, c.*,
          case when k.uses is null then hangtag_product_uses(${organization}, k.product_key) else k.uses end as uses
        from json_to_recordset(${JSON.stringify(changed)}::json)
          as k(product_key text, source text, labels text[], search_text text[], uses text[])
        cross join lateral (${variantCounts(sql, sql`${organization}`, sql`k.product_key`)}) c
      )
      update hangtag_product p set attribute_uses = n.uses, variant_count = n.variants, colorway_count = n.colors,
        source = coalesce(n.source, p.source), labels = coalesce(n.labels, p.labels),
        search_text = (coalesce(n.named, p.search_text))[1:2] || n.skus
      from n
      where p.organization = ${organization} and p.product_key = any(${touched}::text[])
        and p.product_key = n.product_key
        and (p.attribute_uses <> n.uses or p.variant_count <> n.variants or p.colorway_count <> n.colors
          or (n.source, n.labels, n.named) is distinct from (p.source, p.labels, p.search_text[1:2])
          or n.skus is distinct from p.search_text[3])`
    if (latest.length > 0) {
      yield* sql`delete from hangtag_product_url
        where organization = ${organization} and product_key = any(${[...listings.keys()]}::text[])`
      const found = latest.filter(({ urls }) => urls.length > 0)
      if (found.length > 0)
        yield* sql`
          insert into hangtag_product_url (organization, product_key, url_key)
          select ${organization}, r.product_key, ${urlKeyOf(sql, sql`u.url`)}
          from json_to_recordset(${JSON.stringify(found)}::json) as r(product_key text, urls text[])
          cross join unnest(r.urls) u(url)`
    }
  }
  const counted = [...carriers].filter(([, more]) => more !== 0)
  if (counted.length > 0) {
    yield* sql`
      insert into hangtag_attribute as a (organization, attribute_key, carriers)
      select ${organization}, u.attribute_key, u.more
      from unnest(${counted.map(([key]) => key)}::text[], ${counted.map(([, more]) => more)}::int[])
        u(attribute_key, more)
      on conflict (organization, attribute_key) do update set carriers = a.carriers + excluded.carriers`
  }
  return { ...result, to_come }
})
