import {
  basePriceList,
  type FormerPlace,
  type HistoryVariant,
  PriceHistory,
  type PriceRecords,
} from "@hangtag/core"
import { priceOrderByPair } from "@hangtag/core/adapter"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"
import { afterWrites } from "../catalog/writing.ts"
import { comparable, comparableKeys } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { fixedStatement } from "../database/statements.ts"
import { knownColumns, type PriceRecordRow, priceRecord, priceRecordColumns } from "./PriceRecordRow.ts"

/** What a history is of. */
interface Head {
  readonly time_zone: string
  readonly variants: ReadonlyArray<
    Pick<HistoryVariant, "variant_key" | "product_key" | "color" | "size"> & {
      readonly known_at: number | null
      readonly retired_at: number | null
    }
  >
  /** Records of all of them, counted no further than is read; 0 where they are not counted. */
  readonly held: number
}

/** A record of the history; the first row has what it is of, and no record. */
type HistoryRow =
  | ({ readonly head: null } & PriceRecordRow)
  | { readonly head: Head; readonly record_key: null }

const names = ["org", "variant", "product", "color", "type", "lists", "rows"] as const
type Values = Readonly<Record<(typeof names)[number], unknown>>

interface Shape {
  readonly isOne: boolean
  readonly hasColor: boolean
  readonly hasType: boolean
  readonly wasKnown: boolean
  /** Whether the records are counted first, which takes a third as long as to read them. */
  readonly isCounted: boolean
}

/** At most this many records are read without being counted. */
const few = 1_000

const history =
  (sql: SqlClient, { isOne, hasColor, hasType, wasKnown, isCounted }: Shape) =>
  ({ org, variant, product, color, type, lists, rows }: Values) => {
    const ofColor = hasColor ? sql`and v.color = ${color}` : sql``
    const former = sql`union
      select v.* from (select distinct v.variant_key from hangtag_variant_place v
        where v.organization = ${org} and v.product_key = ${product} ${ofColor}) f
      cross join lateral (select ${placeColumns(sql)} from hangtag_variant v
        where v.organization = ${org} and v.variant_key = f.variant_key limit 1) v`
    const variants = sql`(select ${placeColumns(sql)} from hangtag_variant v where v.organization = ${org}
      and ${isOne ? sql`v.variant_key = ${variant}` : sql`v.product_key = ${product} ${ofColor} ${wasKnown ? former : sql``}`}) v`
    const found = isOne
      ? sql`select v.product_key, array[v.variant_key] as variant_keys, json_build_array(v) as variants from ${variants}`
      : sql`select p.product_key, v.* from hangtag_product p
          cross join lateral (
            select coalesce(array_agg(v.variant_key order by v.variant_key), '{}') as variant_keys,
              coalesce(json_agg(v order by v.variant_key), '[]') as variants
            from ${variants}) v
          where p.organization = ${org} and p.product_key = ${product}`
    const ofVariant = sql`p.organization = ${org} and p.variant_key = k.variant_key and p.price_list = any(${lists}::text[])
      ${hasType ? sql`and p.price_type = ${type}` : sql``}`
    const ofAll = sql`from unnest(f.variant_keys) k(variant_key)
      cross join lateral (select * from hangtag_price_record p where ${ofVariant} limit ${rows}) p
      limit ${rows}`
    const held = isCounted ? sql`(select count(*)::int from (select 1 ${ofAll}) c)` : sql`0`
    const columns = `${priceRecordColumns.replace("p.record_key", "p.record_key::text")}, ${knownColumns}`
    // what it is of once, not at each record; of a history that was counted, and is refused for its length, no record is read
    return sql<HistoryRow>`
      with found as materialized (
        select f.variant_keys, f.variants, b.time_zone, ${held} as held from (${found}) f
        join hangtag_product d on d.organization = ${org} and d.product_key = f.product_key
        join hangtag_brand b on b.organization = ${org} and b.brand_key = d.brand_key
      )
      select json_build_object('time_zone', f.time_zone, 'variants', f.variants, 'held', f.held) as head, null as record_key, null as variant_key, null as price_type,
        null as price_list, null as amount, null as ending, null as effective_from, null::float8 as effective_at, null as status,
        null::float8 as sequence, null as batch_key, null::float8 as withdrawn_at, null as withdrawn_by,
        null::float8 as made_at, null as effective_until, null::float8 as ends_at, null as returns_from, null::float8 as taken_back_at,
        null as taken_back_by, null::float8 as known_at, null::int as publication, null::float8[] as rezoned
      from found f
      union all
      select null, p.* from found f cross join lateral (
        select ${sql.literal(columns)} ${ofAll}) p
      where f.held < ${rows}`
  }

const knownSince = (at: number | null) => (at === null ? {} : { known_at: at })
const retiredSince = (at: number | null) => (at === null ? {} : { retired_at: at })

const placeColumns = (sql: SqlClient) =>
  sql`v.variant_key, v.product_key, v.color, v.size, v.known_at::float8 as known_at, v.retired_at::float8 as retired_at`

interface PlaceRow extends FormerPlace {
  readonly variant_key: string
}

const make = Effect.map(SqlClient, (sql) => {
  const known = new Map<string, (values: Values) => Statement<HistoryRow>>()
  /** Where the variants belonged before. */
  const placesOf = (organization: string, variantKeys: ReadonlyArray<string>) =>
    Effect.map(
      sql<PlaceRow>`select f.variant_key, f.until::float8 as until, f.product_key, f.color, f.size
        from unnest(${variantKeys}::text[]) k(variant_key)
        cross join lateral (select * from hangtag_variant_place f
          where f.organization = ${organization} and f.variant_key = k.variant_key) f
        order by f.variant_key, f.until`,
      (rows) => Map.groupBy(rows, ({ variant_key }) => variant_key),
    )
  return PriceHistory.of({
    records: Effect.fn("PriceHistory.records")(function* (
      organization,
      of,
      { price_type, price_lists = [basePriceList], limit, wasKnown = false },
    ) {
      const { variant_key, product_key, color } = { variant_key: "", product_key: "", color: null, ...of }
      const operation = "PriceHistory.records"
      const statementOf = (isCounted: boolean, most: number) => {
        const hasType = price_type !== null
        const shape: Shape = {
          isOne: "variant_key" in of,
          hasColor: color !== null,
          hasType,
          wasKnown,
          isCounted,
        }
        const name = JSON.stringify(shape)
        const reading = known.get(name) ?? fixedStatement(sql, names, history(sql, shape))
        known.set(name, reading)
        return reading({
          org: comparable(organization),
          variant: comparable(variant_key),
          product: comparable(product_key),
          color: color === null ? null : comparable(color),
          type: price_type === null ? null : comparable(price_type),
          lists: comparableKeys(price_lists),
          rows: most + 1,
        })
      }
      // to plan each reading took four times as long as to read a variant's
      const read = (isCounted: boolean, most: number) =>
        scopedRead(sql, organization, operation, statementOf(isCounted, most), "generic")
      const first = Math.min(few, limit)
      const readNow = Effect.flatMap(read(false, first), (rows) =>
        rows.length <= first + 1 ? Effect.succeed(rows) : read(true, limit),
      )
      const readKnown = Effect.gen(function* () {
        yield* afterWrites(sql, organization)
        const rows = yield* statementOf(true, limit)
        const variants = rows[0]?.head?.variants ?? []
        const keys = variants.map(({ variant_key }) => variant_key)
        return { rows, places: yield* placesOf(organization, keys) }
      })
      const { rows: found, places } = yield* wasKnown
        ? scoped(sql, organization, operation, readKnown)
        : Effect.map(readNow, (rows) => ({ rows, places: new Map<string, ReadonlyArray<PlaceRow>>() }))
      const head = found[0]?.head
      if (head == null) return Option.none<PriceRecords>()
      const records = found.flatMap((row) => (row.record_key === null ? [] : [priceRecord(row)]))
      return Option.some<PriceRecords>({
        time_zone: head.time_zone,
        variants: head.variants.map(({ known_at, retired_at, ...variant }) => ({
          ...variant,
          ...knownSince(known_at),
          ...retiredSince(retired_at),
          ...(wasKnown && {
            former: (places.get(variant.variant_key) ?? []).map(({ variant_key: _, ...place }) => place),
          }),
        })),
        count: Math.max(head.held, records.length),
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
