import type { Ending, PricedColorway, PricedColorways, PricedColorwaysQuery } from "@hangtag/core"
import { foldText, instantFromMicros, mostCounted } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { finds, type Listed } from "../database/listPage.ts"
import { comparable, comparableKeys, toBigint } from "../database/parameters.ts"
import { goneAt, hasBegun, priceOrderBy } from "./PriceRecordRow.ts"

type Variants = ReadonlyArray<readonly [variantKey: string, size: string, width: string]>

/** Variant, type, list, amount, what it ends by, when it begins, its sequence and when it is gone. */
type Prices = ReadonlyArray<
  readonly [string, string, string, string | null, Ending | null, number, number, number | null]
>

type ColorwayRow = Listed<
  Omit<PricedColorway, "variants" | "prices"> & { readonly variants: Variants; readonly prices: Prices }
> & {
  readonly price_types: ReadonlyArray<string>
  readonly looked: number
  readonly is_end: boolean | null
  readonly held: number
}

/** What a value is compared as, and how the place of a page has it. */
const types = { product: "text", color: "text", amount: "numeric", change: "bigint" } as const

type Pair = readonly [variant: Fragment, type: Fragment]

/** The price `p` of a pair in a list that began last at a moment, unless it is gone. */
const inForce = (
  sql: SqlClient,
  org: string | null,
  [variant, type]: Pair,
  list: Fragment,
  at: Fragment,
) => sql`
  (select s.* from (select p.*, ${sql.literal(goneAt)} as gone_at from hangtag_price_record p
    where p.organization = ${org} and p.variant_key = ${variant} and p.price_list = ${list} and p.price_type = ${type}
      and ${hasBegun(sql, at)} order by ${sql.literal(priceOrderBy("desc"))} limit 1) s
    where coalesce(s.gone_at > ${at}, true))`

/** What a list shows of a pair at a moment: of it and those above it the first that has a price, or none below it. */
const shownAt = (
  sql: SqlClient,
  org: string | null,
  lists: ReadonlyArray<string>,
  pair: Pair,
  at: Fragment,
) => {
  const [only, ...others] = comparableKeys(lists)
  // most have one list: then nothing has to be put in order for each pair
  const found =
    only !== undefined && others.length === 0
      ? sql`select s.amount from ${inForce(sql, org, pair, sql`${only}`, at)} s`
      : sql`select s.amount from list l cross join lateral ${inForce(sql, org, pair, sql`l.price_list`, at)} s
          where s.ending is distinct from 'fall_back' order by l.level limit 1`
  return sql`lateral (select max(s.amount::numeric) as amount from (${found}) s)`
}

/** Whether prices have to be looked through to know which colorways, or in which order. */
const looksAtPrices = ({ sort, below_map, without_price, changes_until }: PricedColorwaysQuery): boolean =>
  below_map || without_price || changes_until !== null || sort === "amount" || sort === "change"

/** Colorways with their values, by what products, colors and keys are: of one product after another, as far as is read. */
const byKeys = (
  sql: SqlClient,
  org: string | null,
  { sort, color, sku }: PricedColorwaysQuery,
  products: Fragment,
): Fragment => sql`
  select p.brand_key, p.product_key, p.latest_version, v.color, v.variants,
    ${sort === "product" ? sql`p.product_key` : sql`v.color`} as value
  from ${products} cross join lateral (
    select v.color collate "C" as color, count(*)::int as variants from hangtag_variant v
    where v.organization = ${org} and v.product_key = p.product_key and v.retired_at is null ${ofColor(sql, color)}
    group by v.color ${sku === null ? sql`` : sql`having bool_or(${hasSku(sql, sku)})`}) v`

const ofColor = (sql: SqlClient, color: string | null): Fragment =>
  color === null ? sql`` : sql`and strpos(v.search_text[3], ${comparable(color.toLowerCase())}) > 0`

const hasSku = (sql: SqlClient, sku: string | null): Fragment =>
  sku === null
    ? sql`true`
    : sql`strpos(coalesce(v.search_text[7], v.search_text[1]), ${comparable(foldText(sku))}) > 0`

/** The same where prices are looked through: as far as `most` lets it, each variant once. */
const byPrices = (sql: SqlClient, org: string | null, query: PricedColorwaysQuery, products: Fragment) => {
  const { sort, color, sku, below_map, without_price, changes_until, most } = query
  const at = sql`${toBigint(query.at)}::bigint`
  const pair = [sql`m.variant_key`, sql`m.price_type`] as const
  const momentsBy = (column: string) => {
    const moment = sql.literal(`p.${column}`)
    return sql`select p.variant_key, p.price_type, ${moment} as at from hangtag_price_record p, kind k
      where p.organization = ${org} and p.status = 'active' and ${moment}::float8 >= ${at}::float8 and ${moment} > ${at}
        ${changes_until === null ? sql`` : sql`and ${moment} <= ${toBigint(changes_until)}::bigint`}
        and p.price_list in (select price_list from list) and p.price_type = any(k.asked)`
  }
  const change = sql`
    change as materialized (
      select m.variant_key, min(m.at) as at from (
          ${momentsBy("effective_at")} union ${momentsBy("withdrawn_at")} union ${momentsBy("ends_at")}) m
        cross join ${shownAt(sql, org, query.lists, pair, at)} was cross join ${shownAt(sql, org, query.lists, pair, sql`m.at`)} is_then
      where is_then.amount is distinct from was.amount group by m.variant_key),`
  const hasChange = changes_until !== null || sort === "change"
  const amounts = (price: Fragment) =>
    sql`cross join lateral (select min(s.amount) as least, bool_or(s.amount is null) as lacks
      from unnest(k.asked) t(price_type) cross join ${shownAt(sql, org, query.lists, [sql`v.variant_key`, sql`t.price_type`], at)} s
      where ${price}) n`
  const priceOf = (type: "MAP" | "MSRP") =>
    shownAt(sql, org, query.lists, [sql`v.variant_key`, sql.literal(`'${type}'`)], at)
  const value = {
    product: sql`v.product_key`,
    color: sql`v.color`,
    amount: sql`trim_scale(min(n.least))`,
    change: sql`min(c.at)`,
  }[sort]
  const kept = [
    sql`bool_or(v.has_sku)`,
    ...(changes_until === null ? [] : [sql`min(c.at) is not null`]),
    ...(without_price ? [sql`bool_or(n.lacks)`] : []),
    ...(below_map ? [sql`bool_or(msrp.amount < map.amount)`] : []),
  ]
  return {
    before: sql`
      seen as materialized (
        select p.brand_key, p.product_key, p.latest_version, v.color collate "C" as color, v.variant_key,
          ${hasSku(sql, sku)} as has_sku
        from ${products} join hangtag_variant v on v.organization = ${org} and v.product_key = p.product_key
          and v.retired_at is null ${ofColor(sql, color)} limit ${most + 1}),
      ${hasChange ? change : sql``}`,
    matched: sql`
      select v.brand_key, v.product_key, v.latest_version, v.color, count(*)::int as variants, ${value} as value
      from seen v cross join kind k
      ${hasChange ? sql`left join change c on c.variant_key = v.variant_key` : sql``}
      ${without_price || sort === "amount" ? amounts(sql`true`) : sql``}
      ${below_map ? sql`cross join ${priceOf("MAP")} map cross join ${priceOf("MSRP")} msrp` : sql``}
      group by v.brand_key, v.product_key, v.latest_version, v.color having ${sql.and(kept)}`,
    looked: sql`(select count(*)::int from seen)`,
  }
}

/** One statement, so that all of it is of one moment; names and variants are looked up once the page is cut. */
export const selectColorways = (sql: SqlClient, org: string | null, query: PricedColorwaysQuery) => {
  const { brand_key, product_key, label, source, search, color, sku, price_type, lists } = query
  const { sort, descending, after, limit, columns, variants } = query
  const products = sql`(select * from hangtag_product p where p.organization = ${org} and p.retired_at is null
    ${brand_key === null ? sql`` : sql`and p.brand_key = ${comparable(brand_key)}`}
    ${product_key === null ? sql`` : sql`and p.product_key = ${comparable(product_key)}`}
    ${source === null ? sql`` : sql`and p.source = ${comparable(source)}`}
    ${label === null ? sql`` : sql`and ${comparable(label)} = any(p.labels)`}
    ${finds(sql, "p", search)}) p`
  const isLooking = looksAtPrices(query)
  const { before, matched, looked } = isLooking
    ? byPrices(sql, org, query, products)
    : { before: sql``, matched: byKeys(sql, org, query, products), looked: sql`0` }
  const isByProducts = !isLooking && sort === "product"
  // counted of products where that is all there is to it, so that a page reads no more than its own variants
  const total =
    isByProducts && color === null && sku === null
      ? sql`select least(coalesce(sum(p.colorway_count), 0), ${mostCounted + 1})::int from ${products}`
      : sql`select count(*)::int from (select from matched limit ${mostCounted + 1}) c`
  const type = sql.literal(types[sort])
  const direction = sql.literal(descending ? "desc" : "asc")
  const place = after && {
    value: after.value === null ? null : comparable(after.value),
    product: comparable(after.product_key),
    color: comparable(after.color),
  }
  const isBehind = sql.literal(descending ? "<" : ">")
  const behind = sql`(m.product_key, m.color) > (${place?.product ?? null}::text, ${place?.color ?? null}::text)`
  const rest =
    place === null
      ? sql`true`
      : after!.value === null
        ? sql`m.value is null and ${behind}`
        : sql`(m.value ${isBehind} ${place.value}::${type} or m.value is null
            or m.value = ${place.value}::${type} and ${behind})`
  const at = sql`${toBigint(query.at)}::bigint`
  const shown = [sql`m.variant_key`, sql`t.price_type`] as const
  const order = sql`m.value ${direction} nulls last, m.product_key, m.color`
  return sql<ColorwayRow>`
    with list as materialized (select * from unnest(${comparableKeys(lists)}::text[]) with ordinality l(price_list, level)),
    kind as materialized (select k.types, ${
      price_type === null ? sql`k.types` : sql`array[${comparable(price_type)}]::text[] collate "C"`
    } as asked from (select array(select t from (
        select distinct t.t from hangtag_brand b cross join unnest(b.price_types) t(t)
        where b.organization = ${org} ${brand_key === null ? sql`` : sql`and b.brand_key = ${comparable(brand_key)}`}
        order by t.t limit ${columns}) t order by t) as types) k),
    ${before}
    matched as ${sql.literal(isByProducts ? "not materialized" : "materialized")} (${matched}),
    page as (select m.*, row_number() over () as place, sum(m.variants) over (rows unbounded preceding) as running
      from (select m.* from matched m where ${rest} order by ${order} limit ${limit + 1}) m),
    cut as (select p.* from page p where p.place <= ${limit} and (p.place = 1 or p.running <= ${variants})),
    member as materialized (select c.place, v.variant_key, v.size, v.width from cut c
      cross join lateral (select v.variant_key, v.size, v.width from hangtag_variant v where v.organization = ${org}
        and v.product_key = c.product_key and v.color = c.color and v.retired_at is null offset 0) v),
    price as materialized (select m.place, m.variant_key, t.price_type, l.price_list, p.amount, p.ending, p.effective_at, p.sequence, p.gone_at
      from member m cross join (select unnest(k.types) from kind k union select unnest(k.asked) from kind k) t(price_type)
        cross join list l cross join lateral (
          select p.amount, p.ending, p.effective_at, p.sequence, p.gone_at
            from ${inForce(sql, org, shown, sql`l.price_list`, at)} p
          union all (
            select p.amount, p.ending, p.effective_at, p.sequence, ${sql.literal(goneAt)} from hangtag_price_record p
            where p.organization = ${org} and p.variant_key = m.variant_key and p.price_list = l.price_list
              and p.price_type = t.price_type and p.status = 'active' and p.effective_at > ${at}
              and (p.withdrawn_at is null or p.withdrawn_at >= p.effective_at)
            order by ${sql.literal(priceOrderBy("asc"))})) p
      limit ${query.records + 1})
    select n.counted, k.types as price_types, ${looked} as looked, (select count(*)::int from price) as held,
      (select count(*) from page) = (select count(*) from cut) as is_end,
      m.brand_key, m.product_key, m.value::text as value, m.color, d.name, v.variants, p.prices
    from (${total}) n(counted) cross join kind k left join cut m on true
    left join lateral (select d.name from hangtag_product_version d where d.organization = ${org}
      and d.product_key = m.product_key and d.version = m.latest_version limit 1) d on true
    left join (select v.place, json_agg(json_build_array(v.variant_key, v.size, v.width) order by v.variant_key) as variants
      from member v group by v.place) v on v.place = m.place
    left join (select p.place, json_agg(json_build_array(p.variant_key, p.price_type, p.price_list, p.amount, p.ending,
        p.effective_at, p.sequence, p.gone_at)) as prices from price p group by p.place) p on p.place = m.place
    order by m.place`
}

/** Of an empty page there is one row, of nulls but for what is of all. */
export const colorwaysFound = (rows: ReadonlyArray<ColorwayRow>): PricedColorways => ({
  items: rows.flatMap(
    ({ brand_key, product_key, name, color, value, variants, prices }): PricedColorway | [] =>
      product_key === null
        ? []
        : {
            brand_key: brand_key!,
            product_key,
            name: name!,
            color: color!,
            value,
            variants: variants!.map(([variant_key, size, width]) => ({ variant_key, size, width })),
            prices: (prices ?? []).map(
              ([variant_key, price_type, price_list, amount, ending, effective_at, sequence, gone_at]) => ({
                variant_key,
                price_type,
                price_list,
                amount,
                sequence,
                gone_at,
                ...(ending !== null && { ending }),
                effective_at: instantFromMicros(effective_at),
              }),
            ),
          },
  ),
  price_types: rows[0]?.price_types ?? [],
  total: rows[0]?.counted ?? 0,
  isEnd: rows[0]?.is_end ?? true,
  looked: rows[0]?.looked ?? 0,
  held: rows[0]?.held ?? 0,
})
