import { effectiveInstant, type Instant, type PriceEntry } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparableKeys, storingFault } from "../sql/storable.ts"
import { WriteTally } from "./WriteTally.ts"

/** Remembers instants by zone and text: a catalog's prices share few texts. */
const instants = () => {
  const zones = new Map<string, Map<string, Instant | undefined>>()
  return (text: string, zone: string): Instant | undefined => {
    const known = zones.get(zone) ?? new Map<string, Instant | undefined>()
    zones.set(zone, known)
    if (!known.has(text)) known.set(text, effectiveInstant(text, zone))
    return known.get(text)
  }
}

const isAmount = (text: string) => text.length <= 1001 && /^\d+(\.\d+)?$/.test(text)

interface TimedPrice {
  readonly entry: PriceEntry
  readonly effective_at: Instant
}

/** The entries that can be stored, each with its instant; the others are rejected. */
const timedPrices = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<PriceEntry>,
  tally: WriteTally,
) {
  const variantKeys = comparableKeys(entries.map((entry) => entry.variant_key))
  const batchKeys = comparableKeys(entries.flatMap((entry) => entry.batch_key ?? []))
  // each product's brand is looked for once, not at each of its variants
  const variants = yield* sql<{ readonly variant_key: string; readonly time_zone: string }>`
    with variant as materialized (
      select v.variant_key, v.product_key from unnest(${variantKeys}::text[]) k(variant_key)
      cross join lateral (select * from hangtag_variant v
        where v.organization = ${organization} and v.variant_key = k.variant_key limit 1) v
    ), product as materialized (
      select k.product_key, (select b.time_zone from hangtag_brand b
        where b.organization = ${organization} and b.brand_key = (select p.brand_key from hangtag_product p
          where p.organization = ${organization} and p.product_key = k.product_key)) as time_zone
      from (select distinct product_key from variant) k
    )
    select variant_key, time_zone from variant join product using (product_key)`
  // for share: a fill of one of them ends first
  const batches =
    batchKeys.length === 0
      ? []
      : yield* sql<{ readonly batch_key: string }>`
          select batch_key from hangtag_batch
          where organization = ${organization} and batch_key = any(${batchKeys}::text[])
          order by batch_key for share`
  const zones = new Map(variants.map((variant) => [variant.variant_key, variant.time_zone]))
  const knownBatches = new Set(batches.map((batch) => batch.batch_key))
  const instantOf = instants()
  const timed: Array<TimedPrice> = []
  for (const [index, entry] of entries.entries()) {
    const zone = zones.get(entry.variant_key)
    const effective_at = instantOf(entry.effective_from, zone ?? "UTC")
    if (zone === undefined) tally.reject(index, `unknown variant ${JSON.stringify(entry.variant_key)}`)
    else if (entry.batch_key !== null && !knownBatches.has(entry.batch_key)) {
      tally.reject(index, `unknown batch ${JSON.stringify(entry.batch_key)}`)
    } else if (effective_at === undefined) {
      tally.reject(
        index,
        `effective_from ${JSON.stringify(entry.effective_from)} is no ISO 8601 date or date-time`,
      )
    } else if (!isAmount(entry.amount)) {
      tally.reject(index, `amount ${JSON.stringify(entry.amount)} is no plain decimal`)
    } else {
      const fault = storingFault(entry, [entry.price_type])
      if (fault === undefined) timed.push({ entry, effective_at })
      else tally.reject(index, fault)
    }
  }
  return timed
})

/** Appends prices within the surrounding scope. */
export const savePrices = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<PriceEntry>,
) {
  const tally = new WriteTally()
  const timed = yield* timedPrices(sql, organization, entries, tally)
  if (timed.length === 0) return tally.result
  const prices = timed.map(({ entry }) => entry)
  const types = [...new Set(prices.map((price) => price.price_type))]
  // The key is made of the content, so that the same price has the same one and is there already. No batch is
  // '' here since an array of nulls only has no type; it becomes null again before the key is made.
  const [added] = yield* sql<{ readonly count: number }>`
    with entry as (
      select u.variant_key, u.price_type, u.amount, u.effective_from, u.effective_at, u.status,
        case when u.has_batch then u.batch_key end as batch_key, u.ord
      from unnest(
        ${prices.map((price) => price.variant_key)}::text[],
        ${prices.map((price) => price.price_type)}::text[],
        ${prices.map((price) => price.amount)}::text[],
        ${prices.map((price) => price.effective_from)}::text[],
        ${timed.map((price) => String(price.effective_at))}::text[]::bigint[],
        ${prices.map((price) => price.status)}::text[],
        ${prices.map((price) => price.batch_key ?? "")}::text[],
        ${prices.map((price) => price.batch_key !== null)}::boolean[]
      ) with ordinality
        as u(variant_key, price_type, amount, effective_from, effective_at, status, batch_key, has_batch, ord)
    ), added as (
      insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount,
        effective_from, effective_at, status, batch_key)
      select ${organization}, substr(encode(sha256(convert_to(array[${organization}, e.variant_key, e.price_type,
          trim_scale(e.amount::numeric)::text, e.effective_from, e.status, e.batch_key]::text, 'UTF8')), 'hex'), 1, 32)::uuid,
        e.variant_key, e.price_type, e.amount, e.effective_from, e.effective_at, e.status, e.batch_key
      from entry e order by e.ord
      on conflict (record_key, organization) do nothing
      returning record_key, variant_key, price_type, batch_key
    ), placed as (
      insert into hangtag_batch_record
        (organization, batch_key, variant_key, price_type, record_key, filled, search_type)
      select ${organization}, a.batch_key, a.variant_key, a.price_type, a.record_key, false, l.search_type
      from added a join unnest(${types}::text[], ${types.map((type) => type.toLowerCase())}::text[])
        l(price_type, search_type) on l.price_type = a.price_type
      where a.batch_key is not null
    )
    select count(*)::int as count from added`
  tally.add("inserted", added!.count)
  tally.add("unchanged", prices.length - added!.count)
  return tally.result
})
