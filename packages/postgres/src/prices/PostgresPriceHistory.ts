import { PriceHistory } from "@hangtag/core"
import { priceOrderByPair } from "@hangtag/core/adapter"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"
import { fixedStatement } from "../database/fixedStatement.ts"
import { scopedRead } from "../database/scoped.ts"
import { comparable } from "../database/storable.ts"
import { type PriceRecordRow, priceRecord, priceRecordColumns } from "./PriceRecordRow.ts"

/** A record of the history; the first row tells the rest, and has none where there is none. */
type HistoryRow = {
  readonly time_zone: string
  readonly variant_keys: ReadonlyArray<string>
  readonly colors: ReadonlyArray<string>
  readonly sizes: ReadonlyArray<string>
  /** Records of all of them, counted no further than is read. */
  readonly held: number
} & (PriceRecordRow | { readonly record_key: null })

const names = ["org", "variant", "product", "color", "type", "rows"] as const
type Values = Readonly<Record<(typeof names)[number], unknown>>

interface Shape {
  readonly isOne: boolean
  readonly hasColor: boolean
  readonly hasType: boolean
}

const history =
  (sql: SqlClient, { isOne, hasColor, hasType }: Shape) =>
  ({ org, variant, product, color, type, rows }: Values) => {
    const found = isOne
      ? sql`select v.product_key, array[v.variant_key] as variant_keys, array[v.color] as colors, array[v.size] as sizes
          from hangtag_variant v where v.organization = ${org} and v.variant_key = ${variant}`
      : sql`select p.product_key, v.* from hangtag_product p
          cross join lateral (
            select coalesce(array_agg(v.variant_key order by v.variant_key), '{}') as variant_keys,
              coalesce(array_agg(v.color order by v.variant_key), '{}') as colors,
              coalesce(array_agg(v.size order by v.variant_key), '{}') as sizes
            from hangtag_variant v where v.organization = ${org} and v.product_key = p.product_key
              ${hasColor ? sql`and v.color = ${color}` : sql``}) v
          where p.organization = ${org} and p.product_key = ${product}`
    const ofVariant = sql`p.organization = ${org} and p.variant_key = k.variant_key
      ${hasType ? sql`and p.price_type = ${type}` : sql``}`
    const ofAll = sql`from unnest(f.variant_keys) k(variant_key)
      cross join lateral (select * from hangtag_price_record p where ${ofVariant} limit ${rows}) p
      limit ${rows}`
    // the keys once, not at each record; none is read of a history that is refused for its length
    return sql<HistoryRow>`
      with found as materialized (
        select f.variant_keys, f.colors, f.sizes, b.time_zone,
          (select count(*)::int from (select 1 ${ofAll}) c) as held from (${found}) f
        join hangtag_product d on d.organization = ${org} and d.product_key = f.product_key
        join hangtag_brand b on b.organization = ${org} and b.brand_key = d.brand_key
      )
      select f.time_zone, f.variant_keys, f.colors, f.sizes, f.held, null as record_key, null as variant_key, null as price_type,
        null as amount, null as effective_from, null::float8 as effective_at, null as status,
        null::float8 as sequence, null as batch_key, null::float8 as withdrawn_at, null as withdrawn_by,
        null::float8 as made_at, null as effective_until, null::float8 as ends_at, null as returns_from, null::float8 as taken_back_at,
        null as taken_back_by
      from found f
      union all
      select null, null, null, null, null, p.* from found f cross join lateral (
        select ${sql.literal(priceRecordColumns.replace("p.record_key", "p.record_key::text"))} ${ofAll}) p
      where f.held < ${rows}`
  }

const make = Effect.map(SqlClient, (sql) => {
  const known = new Map<string, (values: Values) => Statement<HistoryRow>>()
  return PriceHistory.of({
    records: Effect.fn("PriceHistory.records")(function* (organization, of, { price_type, limit }) {
      const { variant_key, product_key, color } = { variant_key: "", product_key: "", color: null, ...of }
      const shape: Shape = {
        isOne: "variant_key" in of,
        hasColor: color !== null,
        hasType: price_type !== null,
      }
      const name = JSON.stringify(shape)
      const statement = known.get(name) ?? fixedStatement(sql, names, history(sql, shape))
      known.set(name, statement)
      const [head, ...rows] = yield* scopedRead(
        sql,
        organization,
        "PriceHistory.records",
        statement({
          org: comparable(organization),
          variant: comparable(variant_key),
          product: comparable(product_key),
          color: color === null ? null : comparable(color),
          type: price_type === null ? null : comparable(price_type),
          rows: limit + 1,
        }),
        // to plan each reading took four times as long as to read a variant's
        "generic",
      )
      if (head === undefined) return Option.none()
      const records = rows.flatMap((row) => (row.record_key === null ? [] : [priceRecord(row)]))
      return Option.some({
        time_zone: head.time_zone,
        variants: head.variant_keys.map((variant_key, index) => ({
          variant_key,
          color: head.colors[index]!,
          size: head.sizes[index]!,
        })),
        count: head.held,
        records: records.sort(priceOrderByPair),
      })
    }),
  })
})

/** `PriceHistory` on Postgres; the database must be migrated. */
export const PostgresPriceHistory: Layer.Layer<PriceHistory, never, SqlClient> = Layer.effect(
  PriceHistory,
  make,
)
