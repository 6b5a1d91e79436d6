import { basePriceList, type Instant, importedInstant, type PriceEntry, unknownList } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { momentInTurn } from "../catalog/writing.ts"
import { imported, rejudge } from "../changes/writeReturns.ts"
import { comparableKeys, toBigint } from "../database/parameters.ts"
import { listsThatAre, priceFault, variantZones } from "./pricedVariants.ts"
import { recordKey } from "./recordKey.ts"
import { WriteTally } from "./WriteTally.ts"

interface TimedPrice {
  readonly entry: PriceEntry
  readonly effective_at: Instant
  /** A draft of a batch that has been published: it may be there as the price that it became. */
  readonly isOver: boolean
}

/** The entries that can be stored, each with its instant; the others are rejected. */
const timedPrices = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<PriceEntry>,
  tally: WriteTally,
) {
  const batchKeys = comparableKeys(entries.flatMap((entry) => entry.batch_key ?? []))
  const variants = yield* variantZones(sql, organization, entries)
  // for update, as their counts will be: a fill of one of them ends first
  const batches =
    batchKeys.length === 0
      ? []
      : yield* sql<{ readonly batch_key: string; readonly status: string }>`
          select batch_key, status from hangtag_batch
          where organization = ${organization} and batch_key = any(${batchKeys}::text[])
          order by batch_key for update`
  const knownBatches = new Map(batches.map(({ batch_key, status }) => [batch_key, status]))
  const knownLists = yield* listsThatAre(
    sql,
    organization,
    entries.map(({ price_list = basePriceList }) => price_list),
  )
  const timed: Array<TimedPrice> = []
  for (const [index, entry] of entries.entries()) {
    const zone = variants.get(entry.variant_key)?.time_zone
    const effective_at = importedInstant(entry.effective_from, zone ?? "UTC")
    const { price_list = basePriceList } = entry
    if (zone === undefined) tally.reject(index, `unknown variant ${JSON.stringify(entry.variant_key)}`)
    else if (!knownLists.has(price_list)) tally.reject(index, unknownList(price_list))
    else if (entry.batch_key !== null && !knownBatches.has(entry.batch_key)) {
      tally.reject(index, `unknown batch ${JSON.stringify(entry.batch_key)}`)
    } else {
      const fault = priceFault(entry)
      if (fault !== undefined) tally.reject(index, fault)
      else if (typeof effective_at === "object") tally.reject(index, effective_at.rejected)
      else {
        const isOver = entry.status === "draft" && knownBatches.get(entry.batch_key ?? "") === "published"
        timed.push({ entry, effective_at, isOver })
      }
    }
  }
  return timed
})

/** Two days: more than any two time zones are apart. */
const zonesApart = 2 * 86_400_000_000

/**
 * Appends prices within the surrounding scope. One that a file has brought is there by its key; one that came otherwise, or as a draft, is
 * looked for around its instant, which another time zone of its brand may have left.
 */
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
  const at = yield* momentInTurn(sql, organization, yield* currentInstant)
  // no batch is '' here, since an array of nulls only has no type
  const [added] = yield* sql<{ readonly count: number }>`
    with entry as (
      select u.record_key, u.variant_key, u.price_type, u.price_list, nullif(u.amount, '') as amount, nullif(u.ending, '') as ending, u.effective_from, u.effective_at, u.status,
        case when u.has_batch then u.batch_key end as batch_key, u.is_over, u.ord
      from unnest(
        ${prices.map((price) => recordKey(organization, price))}::text[]::uuid[],
        ${prices.map((price) => price.variant_key)}::text[],
        ${prices.map((price) => price.price_type)}::text[],
        ${prices.map(({ price_list = basePriceList }) => price_list)}::text[],
        ${prices.map(({ amount }) => amount ?? "")}::text[],
        ${prices.map(({ ending = "" }) => ending)}::text[],
        ${prices.map((price) => price.effective_from)}::text[],
        ${timed.map((price) => String(price.effective_at))}::text[]::bigint[],
        ${prices.map((price) => price.status)}::text[],
        ${prices.map((price) => price.batch_key ?? "")}::text[],
        ${prices.map((price) => price.batch_key !== null)}::boolean[],
        ${timed.map(({ isOver }) => isOver)}::boolean[]
      ) with ordinality
        as u(record_key, variant_key, price_type, price_list, amount, ending, effective_from, effective_at, status, batch_key,
          has_batch, is_over, ord)
    ), added as (
      insert into hangtag_price_record (organization, record_key, variant_key, price_type, price_list, amount, ending,
        effective_from, effective_at, status, batch_key, known_at)
      select ${organization}, e.record_key, e.variant_key, e.price_type, e.price_list, e.amount, e.ending, e.effective_from, e.effective_at,
        e.status, e.batch_key, ${toBigint(at)}
      from entry e
      left join lateral (select true as there from hangtag_price_record p
        where p.organization = ${organization} and p.variant_key = e.variant_key and p.price_list = e.price_list
          and p.price_type = e.price_type and p.status in (e.status, case when e.is_over then 'active' else e.status end)
          and p.effective_at between e.effective_at - ${zonesApart}::bigint and e.effective_at + ${zonesApart}::bigint
          and p.effective_from = e.effective_from and p.batch_key is not distinct from e.batch_key
          and p.amount::numeric is not distinct from e.amount::numeric and p.ending is not distinct from e.ending
        limit 1) p on true
      where p.there is null
      order by e.ord
      on conflict (record_key, organization) do nothing
      returning record_key, variant_key, price_type, price_list, batch_key
    ), placed as (
      insert into hangtag_batch_record
        (organization, batch_key, variant_key, price_type, price_list, record_key, filled, search_type)
      select ${organization}, a.batch_key, a.variant_key, a.price_type, a.price_list, a.record_key, false, l.search_type
      from added a join unnest(${types}::text[], ${types.map((type) => type.toLowerCase())}::text[])
        l(price_type, search_type) on l.price_type = a.price_type
      where a.batch_key is not null
      returning batch_key
    ), counted as (
      update hangtag_batch b set records = b.records + n.records
      from (select batch_key, count(*)::int as records from placed group by batch_key) n
      where b.organization = ${organization} and b.batch_key = n.batch_key
    )
    select count(*)::int as count from added`
  if (added!.count > 0) {
    yield* rejudge(
      sql,
      organization,
      prices.map(({ variant_key }) => variant_key),
      { at, by: imported },
    )
  }
  tally.add("inserted", added!.count)
  tally.add("unchanged", prices.length - added!.count)
  return tally.result
})
