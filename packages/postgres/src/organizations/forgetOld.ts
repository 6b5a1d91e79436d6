import type { Instant, Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { toBigint } from "../database/parameters.ts"
import { housekeeping, scoped } from "../database/scoped.ts"

const isThawed = "not exists (select from hangtag_frozen f where f.organization = t.organization)"

/** What a batch has beside its records, each row of its own. */
const parts = ["batch_withdrawal", "batch_basis", "batch_colorway"]

interface Discarded {
  readonly organization: string
  readonly batch_key: string
}

/** Deletes what a discarded batch holds, `most` rows a transaction, and then the batch. */
const forgetBatch = Effect.fnUntraced(function* (
  sql: SqlClient,
  { organization, batch_key }: Discarded,
  most: number,
) {
  const of = sql`organization = ${organization} and batch_key = ${batch_key}`
  const run = <A extends object>(statement: Effect.Effect<ReadonlyArray<A>, unknown>) =>
    scoped(sql, organization, "forgetDiscarded", statement) as Effect.Effect<ReadonlyArray<A>, Unavailable>
  // its own drafts go, and records that it named only stay
  const records = sql<{ readonly count: number }>`
    with part as materialized (select record_key, variant_key, price_type from hangtag_batch_record
        where ${of} limit ${most}),
      drafts as (delete from hangtag_price_record p using part
        where p.organization = ${organization} and p.record_key = part.record_key and p.batch_key = ${batch_key}
          and p.status = 'draft'),
      gone as (delete from hangtag_batch_record r using part where r.organization = ${organization}
        and r.batch_key = ${batch_key} and r.variant_key = part.variant_key and r.price_type = part.price_type
        and r.record_key = part.record_key)
    select count(*)::int as count from part`
  while ((yield* run(records))[0]!.count === most);
  for (const name of parts) {
    const table = sql.literal(`hangtag_${name}`)
    const some = sql<{ readonly count: number }>`
      with gone as (delete from ${table} where ctid = any(array(select ctid from ${table} where ${of} limit ${most}))
        returning 1) select count(*)::int as count from gone`
    while ((yield* run(some))[0]!.count === most);
  }
  yield* run(sql`delete from hangtag_batch where ${of} and status = 'discarded'`)
})

/**
 * Deletes batches of all organizations that were discarded before the instant, with their drafts, `limit` of them at most, and
 * gives how many those were. The newest of an organization stays: those that come are numbered from it on.
 */
export const forgetDiscarded = Effect.fn("forgetDiscarded")(function* (
  before: Instant,
  limit: number,
  most = 5_000,
) {
  const sql = yield* SqlClient
  const found = yield* housekeeping(
    sql,
    "forgetDiscarded",
    sql<Discarded>`
      select organization, batch_key from hangtag_batch t
      where status = 'discarded' and discarded_at < ${toBigint(before)}::bigint and ${sql.literal(isThawed)}
      order by discarded_at limit ${limit}`,
  )
  let forgotten = 0
  for (const batch of found) {
    const [newest] = yield* scoped(
      sql,
      batch.organization,
      "forgetDiscarded",
      sql<{ readonly batch_key: string }>`select batch_key from hangtag_batch
        where organization = ${batch.organization} order by ordinal desc limit 1`,
    )
    if (newest?.batch_key === batch.batch_key) continue
    yield* forgetBatch(sql, batch, most)
    forgotten++
  }
  return { forgotten, isMore: found.length === limit && forgotten > 0 }
})

/**
 * Deletes discoveries of all organizations that were last seen or chosen before the instant, `limit` of them at most, and gives how many
 * those were. Whether their pages are selected is kept.
 */
export const forgetDiscoveries = Effect.fn("forgetDiscoveries")(function* (before: Instant, limit: number) {
  const sql = yield* SqlClient
  const found = yield* housekeeping(
    sql,
    "forgetDiscoveries",
    sql<{ readonly organization: string; readonly job_id: string; readonly discovery_id: string }>`
      select organization, job_id, discovery_id from hangtag_crawl_discovery t
      where updated_at < ${toBigint(before)}::bigint and ${sql.literal(isThawed)}
      order by updated_at limit ${limit}`,
  )
  for (const [organization, own] of Map.groupBy(found, (row) => row.organization)) {
    yield* scoped(
      sql,
      organization,
      "forgetDiscoveries",
      sql`delete from hangtag_crawl_discovery d
        using unnest(${own.map(({ job_id }) => job_id)}::text[], ${own.map(({ discovery_id }) => discovery_id)}::text[])
          u(job_id, discovery_id)
        where d.organization = ${organization} and d.job_id = u.job_id and d.discovery_id = u.discovery_id
          and d.updated_at < ${toBigint(before)}::bigint`,
    )
  }
  return found.length
})
