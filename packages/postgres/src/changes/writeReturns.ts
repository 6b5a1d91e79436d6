import {
  type Act,
  type Instant,
  judgeReturns,
  type NewReturn,
  type PriceRecord,
  publishReturns,
} from "@hangtag/core"
import type { Pair } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { storedText, toBigint } from "../database/parameters.ts"
import { type PriceRecordRow, priceOrderBy, priceRecordColumns } from "../prices/PriceRecordRow.ts"
import { addToCounts } from "./batchCounts.ts"
import { pairsOf, withdrawnBy } from "./changeParts.ts"
import { leaveBatches, writeChange } from "./writeChange.ts"

/** Who withdraws a return that an import changes. */
export const imported = "import"

/** Pairs whose records are read at once. */
const pairsAtATime = 2_000

const isTemporary = "(p.ends_at is not null or p.returns_from is not null) and p.withdrawn_at is null"

const none: ReadonlySet<string> = new Set()

/** All records of the pairs. */
const recordsOf = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  pairs: ReadonlyArray<Pair>,
) {
  const rows = yield* sql<PriceRecordRow>`
    select ${sql.literal(priceRecordColumns)}
    from unnest(${pairs.map(({ variant_key }) => variant_key)}::text[],
      ${pairs.map(({ price_type }) => price_type)}::text[],
      ${pairs.map(({ price_list }) => price_list)}::text[]) k(variant_key, price_type, price_list)
    cross join lateral (select * from hangtag_price_record p where p.organization = ${organization}
      and p.variant_key = k.variant_key and p.price_type = k.price_type and p.price_list = k.price_list offset 0) p
    order by p.variant_key, p.price_type, p.price_list, ${sql.literal(priceOrderBy("asc"))}`
  return pairsOf(rows, none, new Map())
})

/** The same part by part. */
const inParts = <E, R>(
  sql: SqlClient,
  organization: string,
  pairs: ReadonlyArray<Pair>,
  each: (records: ReadonlyArray<ReadonlyArray<PriceRecord>>) => Effect.Effect<void, E, R>,
) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(pairs.length / pairsAtATime) }, (_, part) => part * pairsAtATime),
    (start) =>
      Effect.flatMap(recordsOf(sql, organization, pairs.slice(start, start + pairsAtATime)), (found) =>
        each(found.map(({ records }) => records)),
      ),
    { discard: true },
  )

/**
 * Judges the returns of what an open batch is about as if it were published, and writes them into it, within the
 * surrounding transaction. Gives how many records it then withdraws more.
 */
export const writeReturns = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  act: Act,
) {
  const own = sql`organization = ${organization} and batch_key = ${batchKey}`
  const pairs = yield* sql<Pair>`
    select h.variant_key, h.price_type, h.price_list from (
      select variant_key, price_type, price_list from hangtag_batch_record where ${own}
      union select variant_key, price_type, price_list from hangtag_batch_withdrawal where ${own}) h
    where (select true from hangtag_price_record p where p.organization = ${organization}
      and p.variant_key = h.variant_key and p.price_type = h.price_type and p.price_list = h.price_list
      and ${sql.literal(isTemporary)} limit 1)
    order by h.variant_key, h.price_type, h.price_list`
  if (pairs.length === 0) return 0
  const withdrawing = yield* withdrawnBy(sql, organization, batchKey)
  const batch = { batch_key: batchKey, withdrawing, now: act.at }
  const counts = { records: 0, withdrawals: 0 }
  yield* inParts(
    sql,
    organization,
    pairs,
    Effect.fnUntraced(function* (all) {
      const found = all.map((records) => publishReturns(records, batch))
      const written = yield* writeChange(
        sql,
        organization,
        batchKey,
        {
          drafts: found.flatMap(({ drafts }) => drafts),
          withdrawals: found.flatMap(({ withdrawals }) => withdrawals),
          replaced: found.flatMap(({ replaced }) => replaced),
          released: [],
          bases: [],
        },
        act,
      )
      counts.records += written.records
      counts.withdrawals += written.withdrawals
    }),
  )
  yield* addToCounts(sql, organization, batchKey, counts)
  return counts.withdrawals
})

const append = (sql: SqlClient, organization: string, returns: ReadonlyArray<NewReturn>, at: Instant) => sql`
  insert into hangtag_price_record (organization, record_key, variant_key, price_type, price_list, amount, ending,
    effective_from, effective_at, status, made_at, known_at, effective_until, ends_at, returns_from)
  select ${organization}, gen_random_uuid(), u.variant_key, u.price_type, u.price_list, nullif(u.amount, ''), nullif(u.ending, ''), u.effective_from, u.effective_at,
    'active', ${toBigint(at)}, ${toBigint(at)}, nullif(u.effective_until, ''), nullif(u.ends_at, '')::bigint, u.returns_from
  from unnest(
    ${returns.map(({ variant_key }) => variant_key)}::text[],
    ${returns.map(({ price_type }) => price_type)}::text[],
    ${returns.map(({ price_list }) => price_list)}::text[],
    ${returns.map(({ amount }) => amount ?? "")}::text[],
    ${returns.map(({ ending = "" }) => ending)}::text[],
    ${returns.map(({ effective_from }) => effective_from)}::text[],
    ${returns.map(({ effective_at }) => String(effective_at))}::text[]::bigint[],
    ${returns.map(({ ends }) => ends?.until ?? "")}::text[],
    ${returns.map(({ ends }) => (ends === undefined ? "" : String(ends.at)))}::text[],
    ${returns.map(({ returns_from }) => returns_from)}::text[]::uuid[]
  ) with ordinality u(variant_key, price_type, price_list, amount, ending, effective_from, effective_at, effective_until,
    ends_at, returns_from, ord)
  order by u.ord`

/** Judges the returns of variants anew after something else has written prices of them, within its transaction. */
export const rejudge = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  variantKeys: ReadonlyArray<string>,
  { at, by }: Act,
) {
  const pairs = yield* sql<Pair>`
    select p.variant_key, p.price_type, p.price_list from unnest(${[...new Set(variantKeys)]}::text[]) k(variant_key)
    cross join lateral (select distinct p.variant_key, p.price_type, p.price_list from hangtag_price_record p
      where p.organization = ${organization} and p.variant_key = k.variant_key and ${sql.literal(isTemporary)}) p
    order by p.variant_key, p.price_type, p.price_list`
  yield* inParts(
    sql,
    organization,
    pairs,
    Effect.fnUntraced(function* (all) {
      const found = all.map((records) => judgeReturns(records, at))
      const gone = found.flatMap(({ withdrawals }) => withdrawals.map(({ record_key }) => record_key))
      if (gone.length > 0) {
        yield* sql`update hangtag_price_record set withdrawn_at = ${toBigint(at)}, withdrawn_by = ${storedText(by)}
          where organization = ${organization} and record_key = any(${gone}::uuid[])`
        yield* leaveBatches(
          sql,
          organization,
          sql`select variant_key, price_type, record_key from hangtag_price_record
            where organization = ${organization} and record_key = any(${gone}::uuid[])`,
        )
      }
      const returns = found.flatMap(({ drafts }) => drafts)
      if (returns.length > 0) yield* append(sql, organization, returns, at)
    }),
  )
})
