import { type PriceMoment, type PriceRecord, PriceSchedule, type UpcomingPlace } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { scopedRead } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"
import {
  hasBegun,
  type PriceRecordRow,
  priceOrderBy,
  priceRecord,
  priceRecordColumns,
} from "./PriceRecordRow.ts"
import { toBigint } from "./toBigint.ts"

interface MomentRow extends Pick<PriceMoment, "at" | "brand_key" | "product_key" | "color"> {
  readonly record: PriceRecordRow
  readonly before: PriceRecordRow | null
  readonly last: PriceRecordRow | null
  /** Whether no row comes after those that were looked for. */
  readonly is_end: boolean
}

const recordOf = (row: PriceRecordRow | null): PriceRecord | null => row && priceRecord(row)

/** How many moments a row is taken to have; where those have more, fewer rows are given. */
const momentsOfRow = 10
const leastCandidates = 1_000

/** What rows are ordered by within an instant; of no batch first. */
const within = `(m.batch_key is not null, coalesce(m.batch_key, ''), m.product_key, m.color collate "C")`

const isAfter = (sql: SqlClient, { at, batch_key, product_key, color }: UpcomingPlace): Fragment =>
  sql`m.at >= ${toBigint(at)} and (m.at > ${toBigint(at)} or ${sql.literal(within)} >
    (${batch_key !== null}, ${comparable(batch_key ?? "")}::text collate "C", ${comparable(product_key)}::text collate "C",
      ${comparable(color)}::text collate "C"))`

const make = Effect.map(SqlClient, (sql) => {
  /** `lastBegun` of the pair of the moment `m`, as JSON. */
  const lastBegun = (org: string | null, at: Fragment) => sql`(select row_to_json(p) from (
    select ${sql.literal(priceRecordColumns)} from hangtag_price_record p
    where p.organization = ${org} and p.variant_key = m.variant_key and p.price_type = m.price_type
      and ${hasBegun(sql, at)}
    order by ${sql.literal(priceOrderBy("desc"))} limit 1) p)`

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
    moments: Effect.fn("PriceSchedule.moments")(function* (
      organization,
      { from, until, brand_key, after, rows, most },
    ) {
      const org = comparable(organization)
      const earliest = after === null ? from : Math.max(from, after.at)
      const start = toBigint(earliest) + (Number.isInteger(earliest) ? 0n : 1n)
      const end = until === null ? sql`` : sql`and m.at < ${toBigint(until)}`
      const rest = after === null ? sql`` : sql`and ${isAfter(sql, after)}`
      const ofBrand = brand_key === null ? sql`` : sql`and d.brand_key = ${comparable(brand_key)}`
      const few = Math.min(most, Math.max(leastCandidates, rows * momentsOfRow))
      // one more, by which it is told whether any were left; an instant is read whole, since its rows are to be sorted
      const candidates = sql`fetch first ${sql.literal(String(few + 1))} rows with ties`
      /**
       * Those that the column tells of, in the order of its float, which an index has: after the year 2255 several
       * microseconds are one, and all of them are read. Each looks for its variant and product: a planner without
       * statistics would take every product for every moment.
       */
      const momentsBy = (moment: "effective_at" | "withdrawn_at", happens: Fragment) => sql`
        (select m.* from (
          select p.${sql.literal(moment)} as at, p.${sql.literal(moment)}::float8 as about, p.record_key, p.batch_key, p.variant_key, p.price_type,
            v.product_key, v.color, d.brand_key
          from hangtag_price_record p
          cross join lateral (select v.product_key, v.color from hangtag_variant v where v.organization = ${org}
            and v.variant_key = p.variant_key and v.retired_at is null offset 0) v
          cross join lateral (select d.brand_key from hangtag_product d where d.organization = ${org}
            and d.product_key = v.product_key and d.retired_at is null ${ofBrand} offset 0) d
          where p.organization = ${org} and p.status = 'active' and ${happens}) m
        where m.about >= ${start}::float8 and m.at >= ${start} ${end} ${rest}
        order by m.about ${candidates})`
      const found = yield* scopedRead(
        sql,
        organization,
        "PriceSchedule.moments",
        sql<MomentRow>`
          with candidate as materialized (
            select * from (
              ${momentsBy("effective_at", sql`(p.withdrawn_at is null or p.withdrawn_at >= p.effective_at)`)}
              union all
              ${momentsBy("withdrawn_at", sql`p.withdrawn_at > p.effective_at`)}) m
            order by m.about ${candidates}),
          placed as materialized (
            select m.*, dense_rank() over (order by m.at, ${sql.literal(within)}) as place, count(*) over () as found
            from candidate m)
          select m.at::float8 as at, m.brand_key, m.product_key, m.color,
            row_to_json(r) as record,
            ${lastBegun(org, sql`m.at - 1`)} as before, ${lastBegun(org, sql`m.at`)} as last,
            m.found <= ${few} and (select max(place) from placed) <= ${rows} as is_end
          from placed m
          cross join lateral (select ${sql.literal(priceRecordColumns)} from hangtag_price_record p
            where p.organization = ${org} and p.record_key = m.record_key) r
          where m.place <= ${rows}
          order by m.place, m.variant_key, m.price_type, r.effective_at, r.sequence
          limit ${most + 1}`,
      )
      const moments = found.map(
        ({ is_end: _, record, before, last, ...moment }): PriceMoment => ({
          ...moment,
          record: priceRecord(record),
          before: recordOf(before),
          last: recordOf(last),
        }),
      )
      return { moments, isEnd: found[0]?.is_end ?? true }
    }),
  })
})

/** `PriceSchedule` on Postgres; the database must be migrated. */
export const PostgresPriceSchedule: Layer.Layer<PriceSchedule, never, SqlClient> = Layer.effect(
  PriceSchedule,
  make,
)
