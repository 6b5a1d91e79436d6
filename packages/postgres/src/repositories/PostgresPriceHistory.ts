import { PriceHistory } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scopedRead } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"
import { type PriceRecordRow, priceOrderBy, priceRecord, priceRecordColumns } from "./PriceRecordRow.ts"

/** A record of the history; the first row tells the rest, and has none where there is none. */
type HistoryRow = { readonly time_zone: string; readonly variant_keys: ReadonlyArray<string> } & (
  | PriceRecordRow
  | { readonly record_key: null }
)

const make = Effect.map(SqlClient, (sql) =>
  PriceHistory.of({
    records: Effect.fn("PriceHistory.records")(function* (organization, of, { price_type, limit }) {
      const org = comparable(organization)
      const isOne = "variant_key" in of
      const found = isOne
        ? sql`select v.product_key, array[v.variant_key] as variant_keys from hangtag_variant v
            where v.organization = ${org} and v.variant_key = ${comparable(of.variant_key)}`
        : sql`select p.product_key, array(select v.variant_key from hangtag_variant v
              where v.organization = ${org} and v.product_key = p.product_key
                ${of.color === null ? sql`` : sql`and v.color = ${comparable(of.color)}`}
              order by v.variant_key) as variant_keys
            from hangtag_product p where p.organization = ${org} and p.product_key = ${comparable(of.product_key)}`
      const ofType = price_type === null ? sql`` : sql`and p.price_type = ${comparable(price_type)}`
      // the keys once, not at each record
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceHistory.records",
        sql<HistoryRow>`
          with found as materialized (
            select f.variant_keys, b.time_zone from (${found}) f
            join hangtag_product d on d.organization = ${org} and d.product_key = f.product_key
            join hangtag_brand b on b.organization = ${org} and b.brand_key = d.brand_key
          )
          select f.time_zone, f.variant_keys, null as record_key, null as variant_key, null as price_type,
            null as amount, null as effective_from, null::float8 as effective_at, null as status,
            null::float8 as sequence, null as batch_key, null::float8 as withdrawn_at, null as withdrawn_by
          from found f
          union all
          (select null, null, ${sql.literal(priceRecordColumns.replace("p.record_key", "p.record_key::text"))}
          from found f cross join unnest(f.variant_keys) k(variant_key)
          cross join lateral (select * from hangtag_price_record p
            where p.organization = ${org} and p.variant_key = k.variant_key ${ofType}
            order by p.price_type, ${sql.literal(priceOrderBy("asc"))} limit ${limit + 1}) p
          order by p.variant_key, p.price_type, ${sql.literal(priceOrderBy("asc"))} limit ${limit + 1})`,
      )
      const [head, ...records] = rows
      if (head === undefined) return Option.none()
      return Option.some({
        time_zone: head.time_zone,
        variant_keys: head.variant_keys,
        records: records.flatMap((row) => (row.record_key === null ? [] : [priceRecord(row)])),
      })
    }),
  }),
)

/** `PriceHistory` on Postgres; the database must be migrated. */
export const PostgresPriceHistory: Layer.Layer<PriceHistory, never, SqlClient> = Layer.effect(
  PriceHistory,
  make,
)
