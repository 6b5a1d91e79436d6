import { type Brand, type BrandWriteResult, effectiveInstant, type Instant } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { toBigint } from "../repositories/toBigint.ts"

/**
 * Counts the prices of a brand that are to come and are of another instant in its new zone, with the open batches of drafts
 * among them, and moves them where `moves`. Works on the distinct texts, few beside the prices.
 */
export const moveToCome = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  { brand_key, time_zone }: Brand,
  at: Instant,
  moves: boolean,
) {
  const toCome = sql`hangtag_product d
    join hangtag_variant v on v.organization = ${organization} and v.product_key = d.product_key
    join hangtag_price_record p on p.organization = ${organization} and p.variant_key = v.variant_key
      and p.effective_at > ${toBigint(at)} and p.withdrawn_at is null
    where d.organization = ${organization} and d.brand_key = ${brand_key}`
  const texts = yield* sql<{ readonly effective_from: string; readonly effective_at: number }>`
    select distinct p.effective_from, p.effective_at::float8 as effective_at from ${toCome}`
  const moved = texts.flatMap(({ effective_from, effective_at }) => {
    const instant = effectiveInstant(effective_from, time_zone)
    return instant === undefined || instant === effective_at
      ? []
      : [{ effective_from, effective_at, instant }]
  })
  if (moved.length === 0) return undefined
  // millions of prices may move at once
  yield* sql`select set_config('statement_timeout', '0', true)`
  const [found] = yield* sql<{ readonly records: number; readonly batch_keys: ReadonlyArray<string> }>`
    with moving as (
      select p.record_key, p.batch_key, m.instant
      from (select * from unnest(
        ${moved.map((each) => each.effective_from)}::text[],
        ${moved.map((each) => String(each.effective_at))}::text[]::bigint[],
        ${moved.map((each) => String(each.instant))}::text[]::bigint[])) m(effective_from, effective_at, instant),
      lateral (select p.record_key, p.batch_key, p.effective_from, p.effective_at from ${toCome}
        and p.effective_from = m.effective_from and p.effective_at = m.effective_at) p),
    done as (
      update hangtag_price_record p set effective_at = m.instant from moving m
      where ${moves} and p.organization = ${organization} and p.record_key = m.record_key
      returning 1)
    select (select count(*)::int from moving) as records, (select count(*) from done) as done,
      array(select distinct b.batch_key from moving m join hangtag_batch b
        on b.organization = ${organization} and b.batch_key = m.batch_key and b.status = 'open'
        order by 1 limit 100) as batch_keys`
  return {
    brand_key,
    records: found!.records,
    batch_keys: found!.batch_keys,
  } satisfies BrandWriteResult["to_come"][number]
})
