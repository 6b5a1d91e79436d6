import { type Brand, type BrandedInstant, type BrandWriteResult, effectiveInstant } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { imported, rejudge } from "../changes/writeReturns.ts"
import { toBigint } from "../database/parameters.ts"

/**
 * Counts the prices of a brand that are to come and begin or end at another instant in its zone, as the core's `movedToZone` says,
 * with the open batches of drafts among them, and moves them where `moves`; `of` are the variants `v` that are meant. Works on
 * the distinct texts, few beside the prices.
 */
export const moveToCome = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  { brand_key, time_zone }: Pick<Brand, "brand_key" | "time_zone">,
  of: Fragment,
  at: BrandedInstant,
  moves: boolean,
) {
  const now = toBigint(at)
  const begins = sql`p.effective_at > ${now}`
  const ends = sql`p.ends_at > ${now} and (p.taken_back_at is null or p.taken_back_at >= p.ends_at)`
  const toCome = sql`hangtag_product d
    join hangtag_variant v on v.organization = ${organization} and v.product_key = d.product_key and ${of}
    join hangtag_price_record p on p.organization = ${organization} and p.variant_key = v.variant_key
      and p.withdrawn_at is null and (${begins} or ${ends})
    where d.organization = ${organization} and d.brand_key = ${brand_key}`
  const texts = yield* sql<{ readonly text: string; readonly instant: number }>`
    select distinct t.text, t.instant::float8 as instant from (
      select p.effective_from, p.effective_at, case when ${ends} then p.effective_until end as until, p.ends_at from ${toCome}) p
    cross join lateral (values (p.effective_from, p.effective_at), (p.until, p.ends_at)) t(text, instant)
    where t.text is not null and t.instant > ${now}`
  const moved = texts.flatMap(({ text, instant: before }) => {
    const after = effectiveInstant(text, time_zone)
    return after === undefined || after === before ? [] : [{ text, before, after }]
  })
  if (moved.length === 0) return undefined
  // millions of prices may move at once
  yield* sql`select set_config('statement_timeout', '0', true)`
  const [found] = yield* sql<{
    readonly records: number
    readonly batch_keys: ReadonlyArray<string>
    readonly variants: ReadonlyArray<string>
  }>`
    with m as materialized (select * from unnest(
        ${moved.map(({ text }) => text)}::text[],
        ${moved.map(({ before }) => String(before))}::text[]::bigint[],
        ${moved.map(({ after }) => String(after))}::text[]::bigint[]) m(text, before, after)),
    moving as materialized (
      select p.record_key, p.variant_key, p.batch_key, b.after as begins, e.after as ends
      from (select p.*, ${begins} as is_to_begin, ${ends} as is_to_end from ${toCome}) p
      left join m b on p.is_to_begin and b.text = p.effective_from and b.before = p.effective_at
      left join m e on p.is_to_end and e.text = p.effective_until and e.before = p.ends_at
      where b.after is not null or e.after is not null),
    done as (
      update hangtag_price_record p set effective_at = coalesce(m.begins, p.effective_at),
        ends_at = coalesce(m.ends, p.ends_at),
        rezoned = coalesce(p.rezoned, '{}') || array[${now}, p.effective_at, p.ends_at]::bigint[]
      from moving m
      where ${moves} and p.organization = ${organization} and p.record_key = m.record_key
      returning p.variant_key)
    select (select count(*)::int from moving) as records, array(select distinct variant_key from done) as variants,
      array(select distinct b.batch_key from moving m join hangtag_batch b
        on b.organization = ${organization} and b.batch_key = m.batch_key and b.status = 'open'
        order by 1 limit 100) as batch_keys`
  const { records, batch_keys, variants } = found!
  if (variants.length > 0) yield* rejudge(sql, organization, variants, { at, by: imported })
  return { brand_key, records, batch_keys } satisfies BrandWriteResult["to_come"][number]
})
