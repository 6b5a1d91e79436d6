import { type PriceMoment, PriceSchedule } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"
import { comparable, toBigint } from "../database/parameters.ts"
import { scopedRead } from "../database/scoped.ts"
import { fixedStatement } from "../database/statements.ts"
import { goneAt, hasBegun, priceOrderBy } from "./PriceRecordRow.ts"
import { colorwaysFound, selectColorways } from "./selectColorways.ts"

/** A row of what goes live, with its moments: how many columns come is what reading them costs. */
interface RowOfMoments extends Pick<PriceMoment, "at" | "batch_key" | "brand_key" | "product_key" | "color"> {
  /** Variant, type, and what was and is in force. */
  readonly moments: ReadonlyArray<readonly [string, string, string | null, string | null]>
  /** The records of this row and those before it. */
  readonly records: number
  readonly is_last: boolean
}

const placeNames = ["at", "inBatch", "batch", "product", "color"] as const
const names = ["org", "start", "end", "brand", "list", ...placeNames, "rows", "most"] as const
type Values = Readonly<Record<(typeof names)[number], unknown>>

interface Shape {
  readonly hasEnd: boolean
  readonly hasBrand: boolean
  readonly isRest: boolean
  readonly isBatchless: boolean
}

/** What rows are ordered by within an instant; of no batch first. */
const within = `m.batch_key is not null, coalesce(m.batch_key, ''), m.product_key, m.color collate "C"`

/** A brand of no more products is looked through before its prices are: most of these are of others. */
const fewProducts = 1_000

const schedule =
  (sql: SqlClient, { hasEnd, hasBrand, isRest, isBatchless }: Shape) =>
  ({ org, start, end, brand, list, at, inBatch, batch, product, color, rows, most }: Values) => {
    const until = hasEnd ? sql`and m.at < ${end}::bigint` : sql``
    const rest = isRest
      ? sql`and (m.at > ${at}::bigint or (${sql.literal(within)}) >
          (${inBatch}::boolean, ${batch}::text collate "C", ${product}::text collate "C", ${color}::text collate "C"))`
      : sql``
    const batch_key = isBatchless ? sql`null::text as batch_key` : sql`p.batch_key`
    const ofBrand = hasBrand ? sql`and d.brand_key = ${brand}` : sql``
    const products = sql`hangtag_product d where d.organization = ${org} and d.brand_key = ${brand}`
    const mayBeOfBrand = hasBrand
      ? sql`and case when (select count(*) from (select from ${products} limit ${sql.literal(String(fewProducts + 1))}) d) <= ${sql.literal(String(fewProducts))}
          then p.variant_key in (select v.variant_key from (select d.product_key from ${products} offset 0) d
            cross join lateral (select v.variant_key from hangtag_variant v
              where v.organization = ${org} and v.product_key = d.product_key offset 0) v)
          else true end`
      : sql``
    /**
     * Those that the column tells of, in the order of its float, which an index has: after the year 2255 several
     * microseconds are one. Each looks for its variant and product: a planner without statistics would take every
     * product for every moment.
     */
    const momentsBy = (moment: "effective_at" | "withdrawn_at" | "ends_at", happens: string) => sql`
      (select m.* from (
        select p.${sql.literal(moment)} as at, p.${sql.literal(moment)}::float8 as about, p.effective_at, p.sequence,
          p.amount, ${sql.literal(goneAt)} as gone_at, ${batch_key}, p.variant_key, p.price_type, v.product_key, v.color, d.brand_key
        from hangtag_price_record p
        cross join lateral (select v.product_key, v.color from hangtag_variant v where v.organization = ${org}
          and v.variant_key = p.variant_key and v.retired_at is null limit 1) v
        cross join lateral (select d.brand_key from hangtag_product d where d.organization = ${org}
          and d.product_key = v.product_key and d.retired_at is null ${ofBrand} limit 1) d
        where p.organization = ${org} and p.price_list = ${list} and p.status = 'active' and ${sql.literal(happens)} ${mayBeOfBrand}) m
      where m.about >= ${start}::bigint::float8 and m.at >= ${start}::bigint ${until} ${rest}
      order by m.about)`
    const last = sql.literal(priceOrderBy("desc"))
    const pair = sql`p.organization = ${org} and p.variant_key = m.variant_key and p.price_list = ${list}
      and p.price_type = m.price_type`
    // Read in order, and no further than the last row. What was in force before is what the pair's moment before left,
    // and looked for where there is none: of a pair with many prices a look reads a whole page of the index.
    return sql<RowOfMoments>`
      with placed as materialized (
        select * from (
          select m.*, dense_rank() over (order by m.about, m.at, ${sql.literal(within)}) as place from (
            ${momentsBy("effective_at", "(p.withdrawn_at is null or p.withdrawn_at >= p.effective_at)")}
            union all
            ${momentsBy("withdrawn_at", `p.withdrawn_at > p.effective_at and p.withdrawn_at = ${goneAt}`)}
            union all
            ${momentsBy("ends_at", `p.ends_at = ${goneAt} and (p.withdrawn_at is null or p.withdrawn_at > p.ends_at)`)}) m) m
        where m.place <= ${rows}::bigint + 1 limit ${most}::bigint + 1),
      counted as (select m.*, count(*) over (order by m.place) as records from placed m),
      moment as (
        select m.*, lag(true) over pair as follows, lag(m.after) over pair as after_last from (
          select m.*, later.begun, case when m.gone_at <= m.at then null else m.amount end as after from counted m
          left join lateral (select true as begun from hangtag_price_record p
            where ${pair} and ${hasBegun(sql, sql`m.at`)}
              and (p.effective_at, p.sequence) > (m.effective_at, m.sequence) limit 1) later on true
          where m.place <= ${rows}::bigint and (m.records <= ${most}::bigint or m.place = 1)) m
        window pair as (partition by m.variant_key, m.price_type, m.begun order by m.at))
      select m.at::float8 as at, m.batch_key, m.brand_key, m.product_key, m.color, m.records::float8 as records,
        m.place = (select max(place) from placed) as is_last,
        coalesce(json_agg(json_build_array(m.variant_key, m.price_type,
          case when m.follows then m.after_last when before.gone_at < m.at then null else before.amount end, m.after)
          order by m.variant_key, m.price_type) filter (where m.begun is null), '[]') as moments
      from moment m
      left join lateral (select p.amount, ${sql.literal(goneAt)} as gone_at from hangtag_price_record p
        where m.follows is null and m.begun is null and ${pair} and ${hasBegun(sql, sql`m.at - 1`)}
        order by ${last} limit 1) before on true
      group by m.place, m.at, m.batch_key, m.brand_key, m.product_key, m.color, m.records
      order by m.place`
  }

const make = Effect.map(SqlClient, (sql) => {
  const known = new Map<string, (values: Values) => Statement<RowOfMoments>>()
  return PriceSchedule.of({
    timeZone: Effect.fn("PriceSchedule.timeZone")(function* (organization, brandKey) {
      const [brand] = yield* scopedRead(
        sql,
        organization,
        "PriceSchedule.timeZone",
        sql<{ time_zone: string }>`select time_zone from hangtag_brand
          where organization = ${comparable(organization)} and brand_key = ${comparable(brandKey)}`,
      )
      return Option.map(Option.fromUndefinedOr(brand), ({ time_zone }) => time_zone)
    }),
    colorways: Effect.fn("PriceSchedule.colorways")(function* (organization, query) {
      const statement = selectColorways(sql, comparable(organization), query)
      return colorwaysFound(yield* scopedRead(sql, organization, "PriceSchedule.colorways", statement))
    }),
    moments: Effect.fn("PriceSchedule.moments")(function* (
      organization,
      { from, until, brand_key, price_list, after, rows, most, batchless: isBatchless = false },
    ) {
      const shape: Shape = {
        hasEnd: until !== null,
        hasBrand: brand_key !== null,
        isRest: after !== null,
        isBatchless,
      }
      const name = JSON.stringify(shape)
      const statement = known.get(name) ?? fixedStatement(sql, names, schedule(sql, shape))
      known.set(name, statement)
      const earliest = after === null ? from : Math.max(from, after.at)
      const found = yield* scopedRead(
        sql,
        organization,
        "PriceSchedule.moments",
        statement({
          org: comparable(organization),
          start: toBigint(earliest) + (Number.isInteger(earliest) ? 0n : 1n),
          end: until === null ? null : toBigint(until),
          brand: brand_key === null ? null : comparable(brand_key),
          list: comparable(price_list),
          at: after && toBigint(after.at),
          inBatch: after && after.batch_key !== null,
          batch: after && comparable(after.batch_key ?? ""),
          product: after && comparable(after.product_key),
          color: after && comparable(after.color),
          rows: BigInt(rows),
          most: BigInt(most),
        }),
        "ordered",
      )
      const last = found.at(-1)
      return {
        moments: found.flatMap(({ moments, records: _, is_last: __, ...row }) =>
          moments.map(
            ([variant_key, price_type, before, amount]): PriceMoment => ({
              ...row,
              variant_key,
              price_type,
              price_list,
              before,
              amount,
            }),
          ),
        ),
        records: last?.records ?? 0,
        next:
          last === undefined || last.is_last
            ? null
            : {
                at: last.at,
                batch_key: last.batch_key,
                product_key: last.product_key,
                color: last.color,
              },
      }
    }),
  })
})

/** `PriceSchedule` on Postgres; the database must be migrated. */
export const PostgresPriceSchedule: Layer.Layer<PriceSchedule, never, SqlClient> = Layer.effect(
  PriceSchedule,
  make,
)
