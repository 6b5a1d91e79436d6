import {
  basePriceList,
  type Ending,
  instantFromMicros,
  type PriceRecord,
  type PriceStatus,
} from "@hangtag/core"
import { priceOrderKeys } from "@hangtag/core/adapter"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** A price record as `priceRecordColumns` selects it. */
export interface PriceRecordRow {
  readonly record_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly amount: string | null
  readonly ending?: Ending | null
  readonly effective_from: string
  readonly effective_at: number
  readonly status: PriceStatus
  readonly sequence: number
  readonly batch_key: string | null
  readonly withdrawn_at: number | null
  readonly withdrawn_by: string | null
  readonly made_at?: number | null
  readonly effective_until?: string | null
  readonly ends_at?: number | null
  readonly returns_from?: string | null
  readonly taken_back_at?: number | null
  readonly taken_back_by?: string | null
  readonly withdrawn_in?: string | null
  readonly sets_again?: string | null
  readonly known_at?: number | null
  readonly publication?: number | null
  /** Threes of a moment and the record's instants until then, `effective_at` and `ends_at`. */
  readonly rezoned?: ReadonlyArray<number | null> | null
}

/** The select list of `PriceRecordRow`, from a table or subquery under the alias `p`. */
export const priceRecordColumns = `p.record_key, p.variant_key, p.price_type, p.price_list, p.amount, p.ending, p.effective_from,
  p.effective_at::float8 as effective_at, p.status, p.sequence::float8 as sequence, p.batch_key,
  p.withdrawn_at::float8 as withdrawn_at, p.withdrawn_by, p.made_at::float8 as made_at, p.effective_until, p.ends_at::float8 as ends_at,
  p.returns_from::text as returns_from, p.taken_back_at::float8 as taken_back_at, p.taken_back_by`

/** What of a record tells since when it was known, and what was known of it before. */
export const knownColumns = "p.known_at::float8 as known_at, p.publication, p.rezoned::float8[] as rezoned"

/** Of the record `p`: which published batch withdrew it, and in the place of which other it was set. */
export const takeBackColumns = (
  sql: SqlClient,
  organization: string | null,
) => sql`p.sets_again::text as sets_again,
  case when p.status = 'active' and p.withdrawn_at is not null then (
    select w.batch_key from hangtag_batch_withdrawal w
    cross join lateral (select * from hangtag_batch b
      where b.organization = ${organization} and b.batch_key = w.batch_key offset 0) b
    where w.organization = ${organization} and w.variant_key = p.variant_key and w.record_key = p.record_key
      and b.status = 'published' and b.published_at = p.withdrawn_at limit 1) end as withdrawn_in`

/** From when on the price `p` is in force no more, whatever else begins: the core's `goneAt`. */
export const goneAt = "least(p.withdrawn_at, p.ends_at, p.taken_back_at)"

/** The core's `priceOrder` as an `ORDER BY` of the alias `p`; `desc` puts the later price first. */
export const priceOrderBy = (direction: "asc" | "desc") =>
  priceOrderKeys.map((key) => `p.${key} ${direction}`).join(", ")

const rezonedOf = (row: ReadonlyArray<number | null>): PriceRecord["rezoned"] =>
  Array.from({ length: row.length / 3 }, (_, place) => {
    const [at, effective_at, ends_at] = row.slice(3 * place)
    return {
      at: instantFromMicros(at!),
      effective_at: instantFromMicros(effective_at!),
      ends_at: ends_at == null ? null : instantFromMicros(ends_at),
    }
  })

/** The record without what else its row carries. */
export const priceRecord = (row: PriceRecordRow): PriceRecord => {
  const { withdrawn_at: at, withdrawn_by: by, made_at, ends_at, returns_from, taken_back_at } = row
  const { withdrawn_in, sets_again, known_at, publication, rezoned } = row
  const record: { -readonly [Name in keyof PriceRecord]: PriceRecord[Name] } = {
    record_key: row.record_key,
    variant_key: row.variant_key,
    price_type: row.price_type,
    price_list: row.price_list,
    amount: row.amount,
    effective_from: row.effective_from,
    effective_at: instantFromMicros(row.effective_at),
    status: row.status,
    sequence: row.sequence,
    batch_key: row.batch_key,
  }
  // most records have none of these, and very many are read
  if (row.ending != null) record.ending = row.ending
  if (made_at != null) record.made_at = instantFromMicros(made_at)
  if (at !== null && by !== null) record.withdrawn = { at: instantFromMicros(at), by }
  if (ends_at != null) record.ends = { at: instantFromMicros(ends_at), until: row.effective_until! }
  if (returns_from != null) record.returns_from = returns_from
  if (taken_back_at != null)
    record.taken_back = { at: instantFromMicros(taken_back_at), by: row.taken_back_by! }
  if (withdrawn_in != null) record.withdrawn_in = withdrawn_in
  if (sets_again != null) record.sets_again = sets_again
  if (known_at != null) record.known_at = instantFromMicros(known_at)
  if (publication != null) record.publication = publication
  if (rezoned != null) record.rezoned = rezonedOf(rezoned)!
  return record
}

/** Whether the price `p` is neither withdrawn nor over as of the moment. */
export const notGone = (sql: SqlClient, at: bigint) => sql`coalesce(${sql.literal(goneAt)} > ${at}, true)`

/** The same of records that `priceRecordColumns` has selected. */
export const isLeft = (sql: SqlClient, at: bigint) =>
  sql`coalesce(${sql.literal(goneAt)} > ${at}::float8, true)`

/** Whether the active price `p` has begun at the moment, as the core's `lastBegun` says. */
export const hasBegun = (sql: SqlClient, at: bigint | Fragment) =>
  sql`p.status = 'active' and p.effective_at <= ${at} and (p.withdrawn_at is null or p.withdrawn_at >= p.effective_at)`

/** The price `p` as it was known at a moment, as `w`: the core's `asKnown`. */
const asKnown = (sql: SqlClient, moment: bigint) => {
  const moved = (place: number) =>
    sql`(select p.rezoned[i + ${sql.literal(String(place))}] from generate_subscripts(p.rezoned, 1) i
      where i % 3 = 1 and p.rezoned[i] > ${moment} order by i limit 1)`
  return sql`lateral (select
    case when p.rezoned is null then p.effective_at else coalesce(${moved(1)}, p.effective_at) end as effective_at,
    case when p.rezoned is null or p.ends_at is null then p.ends_at else coalesce(${moved(2)}, p.ends_at) end as ends_at,
    case when p.withdrawn_at <= ${moment} then p.withdrawn_at end as withdrawn_at,
    case when p.taken_back_at <= ${moment} then p.taken_back_at end as taken_back_at
    where p.status = 'active' and coalesce(p.known_at <= ${moment}, p.made_at <= ${moment}, true)) w`
}

/** The same columns of the price `p` that is as `w` says. */
const asKnownOf = (columns: string) =>
  ["effective_at", "ends_at", "withdrawn_at", "taken_back_at"].reduce(
    (changed, name) => changed.replace(`p.${name}::float8`, `w.${name}::float8`),
    columns,
  )

/**
 * Subqueries over `hangtag_price_record`, or a relation like it, each answered by a few probes of its order index
 * per key, however long the history is. They run laterally to a relation `k` of `variant_key`, in the price list `list`.
 */
export const priceLookups = (
  sql: SqlClient,
  organization: string | null,
  at: bigint,
  {
    records = sql`hangtag_price_record`,
    list = sql`${basePriceList}`,
    type = sql`t.price_type`,
    selected = priceRecordColumns,
    knownAt = null,
  }: {
    readonly records?: Fragment
    readonly list?: Fragment
    readonly type?: Fragment
    /** Of them; with all from which follows whether a price is gone. */
    readonly selected?: string
    /** Prices in force are as they were known then. */
    readonly knownAt?: bigint | null
  } = {},
) => {
  const columns = sql.literal(selected)
  const ofVariant = sql`p.organization = ${organization} and p.variant_key = k.variant_key
    and p.price_list = ${list}`
  const pair = sql`${ofVariant} and p.price_type = ${type}`
  const few = sql`(select case when max(b.brands) <= 32 and count(distinct y.price_type) <= 8 then array_agg(distinct y.price_type) end
    from (select price_types, count(*) over () as brands from (
      select price_types from hangtag_brand where organization = ${organization} limit 33) b) b
    cross join unnest(b.price_types) y(price_type))`
  const last =
    knownAt === null
      ? sql`(select ${columns} from ${records} p where ${pair} and ${hasBegun(sql, at)}
      order by ${sql.literal(priceOrderBy("desc"))} limit 1)`
      : sql`(select ${sql.literal(asKnownOf(selected))} from ${records} p cross join ${asKnown(sql, knownAt)}
      where ${pair} and w.effective_at <= ${at} and (w.withdrawn_at is null or w.withdrawn_at >= w.effective_at)
      order by w.effective_at desc, p.sequence desc limit 1)`
  const steps = sql`lateral (
      with recursive step as (
        (select p.price_type from ${records} p
          where ${ofVariant} order by p.price_type limit 1)
        union all
        select next.price_type from step cross join lateral (
          select p.price_type from ${records} p
          where ${ofVariant} and p.price_type > step.price_type
          order by p.price_type limit 1) next
      )
      select price_type from step) stepped`
  const inForce = (isWanted: Fragment) => sql`(select * from ${last} p where ${isLeft(sql, at)} ${isWanted})`
  return {
    /**
     * The price types that `k`'s variant may have a price of as `t(price_type)`: all that its organization's brands have had where
     * those are few, which takes a third of the time; else the variant's own, by steps from one to the next that skip their records.
     */
    typesOf: sql`lateral (
      select unnest(${few}) collate "C" as price_type where ${few} is not null
      union all
      select price_type from ${steps} where ${few} is null) t`,
    /** The types of few (null: not few), and those of `k` by steps: what `typesOf` is made of, for who asks for many variants. */
    fewTypes: few,
    steps,
    /** The core's `recordInForce` of the pair of `k` and `t`. */
    recordInForce: inForce(sql``),
    /** What it shows by itself: its price in force, or an ending that does not offer it. */
    shown: inForce(sql`and p.ending is distinct from 'fall_back'`),
    /** The core's `priceInForce` of it. */
    priceInForce: inForce(sql`and p.amount is not null`),
    /** Draft and active records of the pair strictly later. */
    future: sql`(select ${columns} from ${records} p
      where ${pair} and p.status in ('draft', 'active') and p.effective_at > ${at} and ${notGone(sql, at)})`,
    /** The active ones of those. In order: without, where there are no statistics, all prices to come may be read for each pair. */
    activeLater: sql`(select ${columns} from ${records} p
      where ${pair} and p.status = 'active' and p.effective_at > ${at} and ${notGone(sql, at)}
      order by ${sql.literal(priceOrderBy("asc"))})`,
    /** Whether the pair has an active price strictly later. In order, and no `exists`, for the same reason. */
    hasFuture: sql`(select true from ${records} p
      where ${pair} and p.status = 'active' and p.effective_at > ${at} and p.amount is not null and ${notGone(sql, at)}
      order by ${sql.literal(priceOrderBy("asc"))} limit 1) is not null`,
  } satisfies Record<string, Fragment>
}

/** The time zone that all of the organization's brands have, where they are few and have one: then no record's own is looked up. */
export const commonZone = (sql: SqlClient, organization: unknown) => sql`
  (select case when count(*) < 33 and min(b.time_zone) = max(b.time_zone) then min(b.time_zone) end
    from (select time_zone from hangtag_brand where organization = ${organization} limit 33) b)`

/** A price `p` with the time zone of its variant's brand. */
export type ZonedRow = PriceRecordRow & { readonly time_zone: string }

export const timeZone = (sql: SqlClient, organization: string) => sql`
  coalesce(${commonZone(sql, organization)}, (select n.time_zone from hangtag_variant v
    join hangtag_product d on d.organization = ${organization} and d.product_key = v.product_key
    join hangtag_brand n on n.organization = ${organization} and n.brand_key = d.brand_key
    where v.organization = ${organization} and v.variant_key = p.variant_key)) as time_zone`
