import { randomUUID } from "node:crypto"
import type { Act, ColorwayWrites, Instant, JudgedColorway, NewDraft, PairBasis } from "@hangtag/core"
import { pairName, writesTogether } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { storedText, toBigint } from "../database/parameters.ts"
import { addToCounts, rowsWritten } from "./batchCounts.ts"

/**
 * Takes records that were withdrawn out of every open batch that holds them: `gone` gives their `variant_key`, `price_type`
 * and `record_key`. A batch that is open no more keeps what it held. The surrounding transaction has the catalog's
 * lock, which fills alone do without: those that have read the records as they were end first, and none begins until the
 * commit. A fill waits for nothing once it has its batch, so that the two never wait for each other.
 *
 * 100,000 records leave a hundred batches, which hold them 500,000 times, in four seconds. A join by the records' keys
 * alone took half of that where there were statistics, and a minute for a thousand records where there were none.
 */
export const leaveBatches = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  gone: Fragment,
) {
  yield* sql`select count(*) from (select from hangtag_batch
    where organization = ${organization} and status = 'open' and kind = 'republish' order by batch_key for update) b`
  yield* sql`
    with gone as (
      delete from hangtag_batch_record r using hangtag_batch b, (${gone}) g
      where b.organization = ${organization} and b.status = 'open'
        and r.organization = ${organization} and r.batch_key = b.batch_key and r.variant_key = g.variant_key and r.price_type = g.price_type and r.record_key = g.record_key
      returning r.batch_key)
    update hangtag_batch b set records = b.records - g.records
    from (select batch_key, count(*)::int as records from gone group by batch_key) g
    where b.organization = ${organization} and b.batch_key = g.batch_key`
})

/** What keys of records begin with that are made at a moment: the milliseconds since 1970, and version 7 (RFC 9562). */
const keyPrefix = (at: Instant): string => {
  const millis = Math.max(0, Math.floor(at / 1000))
    .toString(16)
    .padStart(12, "0")
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7`
}

type KeyOf = (draft: NewDraft) => string

/**
 * The key that a draft is written under; a return is written with that of its temporary price. Keys of one moment stand
 * together in their index: where they are random altogether, every draft is another page to be read, logged and written.
 * Of one write alone: the same draft may be written into another batch.
 */
const draftKeys = (at: Instant): KeyOf => {
  const keys = new Map<NewDraft, string>()
  const prefix = keyPrefix(at)
  return (draft) => {
    const key = keys.get(draft) ?? prefix + randomUUID().slice(prefix.length)
    keys.set(draft, key)
    return key
  }
}

const writeDrafts = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  drafts: ColorwayWrites["drafts"],
  { at }: Act,
  keyOf: KeyOf,
) => {
  const types = [...new Set(drafts.map((draft) => draft.price_type))]
  return sql`
    with added as (
      insert into hangtag_price_record (organization, record_key, variant_key, price_type, price_list, amount, ending,
        effective_from, effective_at, status, batch_key, made_at, effective_until, ends_at, returns_from, sets_again)
      select ${organization}, u.record_key, u.variant_key, u.price_type, u.price_list, nullif(u.amount, ''), nullif(u.ending, ''), u.effective_from,
        u.effective_at, 'draft', ${batchKey}, ${toBigint(at)}, nullif(u.effective_until, ''), nullif(u.ends_at, '')::bigint,
        nullif(u.returns_from, '')::uuid, nullif(u.sets_again, '')::uuid
      from unnest(
        ${drafts.map(keyOf)}::text[]::uuid[],
        ${drafts.map((draft) => draft.variant_key)}::text[],
        ${drafts.map((draft) => draft.price_type)}::text[],
        ${drafts.map((draft) => draft.price_list)}::text[],
        ${drafts.map(({ amount }) => amount ?? "")}::text[],
        ${drafts.map(({ ending = "" }) => ending)}::text[],
        ${drafts.map((draft) => draft.effective_from)}::text[],
        ${drafts.map((draft) => String(draft.effective_at))}::text[]::bigint[],
        ${drafts.map(({ ends }) => ends?.until ?? "")}::text[],
        ${drafts.map(({ ends }) => (ends === undefined ? "" : String(ends.at)))}::text[],
        ${drafts.map(({ returns_from: sale = "" }) => (typeof sale === "string" ? sale : keyOf(sale)))}::text[],
        ${drafts.map(({ sets_again = "" }) => sets_again)}::text[]
      ) with ordinality u(record_key, variant_key, price_type, price_list, amount, ending, effective_from, effective_at,
        effective_until, ends_at, returns_from, sets_again, ord) order by u.ord
      returning record_key, variant_key, price_type, price_list)
    insert into hangtag_batch_record
      (organization, batch_key, variant_key, price_type, price_list, record_key, filled, search_type)
    select ${organization}, ${batchKey}, a.variant_key, a.price_type, a.price_list, a.record_key, false, l.search_type
    from added a join unnest(${types}::text[], ${types.map((type) => type.toLowerCase())}::text[])
      l(price_type, search_type) on l.price_type = a.price_type`
}

/** An array as Postgres writes it: `unnest` would take lists of lists apart. */
const arrayText = (items: ReadonlyArray<string | number>): string =>
  items.length === 0
    ? "{}"
    : `{${items.map((item) => `"${String(item).replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`

const writeBases = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  bases: ReadonlyArray<PairBasis>,
) => sql`
  insert into hangtag_batch_basis as b
    (organization, batch_key, variant_key, price_type, price_list, judged_at, incumbent, future, returns, lines, since)
  select ${organization}, ${batchKey}, u.variant_key, u.price_type, u.price_list, u.at, nullif(u.incumbent, ''), u.future::text[],
    u.returns::bigint[], u.lines::text[], u.since
  from unnest(
    ${bases.map((basis) => basis.variant_key)}::text[],
    ${bases.map((basis) => basis.price_type)}::text[],
    ${bases.map((basis) => basis.price_list)}::text[],
    ${bases.map((basis) => String(basis.at))}::text[]::bigint[],
    ${bases.map((basis) => basis.incumbent ?? "")}::text[],
    ${bases.map((basis) => arrayText(basis.future))}::text[],
    ${bases.map((basis) => arrayText(basis.returns))}::text[],
    ${bases.map((basis) => arrayText(basis.lines))}::text[],
    ${bases.map((basis) => String(basis.since))}::text[]::bigint[])
    u(variant_key, price_type, price_list, at, incumbent, future, returns, lines, since)
  on conflict (organization, batch_key, variant_key, price_type, price_list) do update
    set judged_at = excluded.judged_at, incumbent = excluded.incumbent, future = excluded.future,
      returns = excluded.returns, lines = excluded.lines, since = excluded.since`

const writeJudged = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  judged: ReadonlyArray<JudgedColorway>,
) => sql`
  insert into hangtag_batch_colorway (organization, batch_key, product_key, color, price_type, price_list, variant_keys)
  select ${organization}, ${batchKey}, u.product_key, u.color, u.price_type, u.price_list, u.variant_keys::text[]
  from unnest(
    ${judged.map((colorway) => colorway.product_key)}::text[],
    ${judged.map((colorway) => colorway.color)}::text[],
    ${judged.map((colorway) => colorway.price_type)}::text[],
    ${judged.map((colorway) => colorway.price_list)}::text[],
    ${judged.map((colorway) => arrayText(colorway.variant_keys))}::text[])
    u(product_key, color, price_type, price_list, variant_keys)
  on conflict (organization, batch_key, product_key, color, price_type, price_list) do update
    set variant_keys = excluded.variant_keys`

/** The last of each pair. */
const lastOf = (bases: ReadonlyArray<PairBasis>): Array<PairBasis> => [
  ...new Map(bases.map((basis) => [pairName(basis), basis])).values(),
]

/** Withdraws drafts of the batch, which then holds them no more, and tells how many: `drafts` are their keys. */
export const withdrawDrafts = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  drafts: Fragment,
  { at, by }: Act,
) =>
  Effect.map(
    sql<{ readonly count: number }>`
      with gone as (
        update hangtag_price_record set withdrawn_at = ${toBigint(at)}, withdrawn_by = ${storedText(by)}
        where organization = ${organization} and record_key = any(array(${drafts})) and status = 'draft'
          and withdrawn_at is null
        returning variant_key, price_type, record_key),
      left_out as (
        delete from hangtag_batch_record r using gone g
        where r.organization = ${organization} and r.batch_key = ${batchKey} and r.variant_key = g.variant_key
          and r.price_type = g.price_type and r.record_key = g.record_key
        returning r.record_key)
      select count(*)::int as count from left_out`,
    ([row]) => row!.count,
  )

/**
 * Writes what was planned of some parts into the batch, within the surrounding transaction: a few statements. Tells what
 * this adds to the batch's counts.
 */
export const writeChange = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { drafts, withdrawals, released, replaced, bases, judged = [], dropped = [] }: ColorwayWrites,
  act: Act,
  keyOf: KeyOf = draftKeys(act.at),
) {
  const counts = { records: drafts.length, withdrawals: 0 }
  if (replaced.length > 0) {
    const keys = replaced.map(({ record_key }) => record_key)
    counts.records -= yield* withdrawDrafts(
      sql,
      organization,
      batchKey,
      sql`select unnest(${keys}::uuid[])`,
      act,
    )
  }
  if (released.length > 0)
    counts.withdrawals -= yield* rowsWritten(
      sql,
      sql`delete from hangtag_batch_withdrawal where organization = ${organization} and batch_key = ${batchKey}
        and record_key = any(${released.map(({ record_key }) => record_key)}::uuid[]) returning record_key`,
    )
  if (drafts.length > 0) yield* writeDrafts(sql, organization, batchKey, drafts, act, keyOf)
  if (withdrawals.length > 0)
    counts.withdrawals += yield* rowsWritten(
      sql,
      sql`insert into hangtag_batch_withdrawal (organization, batch_key, record_key, variant_key, price_type, price_list)
        select ${organization}, ${batchKey}, u.*
        from unnest(
          ${withdrawals.map(({ record_key }) => record_key)}::uuid[],
          ${withdrawals.map(({ variant_key }) => variant_key)}::text[],
          ${withdrawals.map(({ price_type }) => price_type)}::text[],
          ${withdrawals.map(({ price_list }) => price_list)}::text[]) u
        on conflict do nothing returning record_key`,
    )
  if (bases.length > 0) yield* writeBases(sql, organization, batchKey, lastOf(bases))
  if (judged.length > 0) yield* writeJudged(sql, organization, batchKey, judged)
  if (dropped.length > 0)
    yield* sql`delete from hangtag_batch_basis where organization = ${organization} and batch_key = ${batchKey}
      and (variant_key, price_type, price_list) in (select * from unnest(
        ${dropped.map(({ variant_key }) => variant_key)}::text[],
        ${dropped.map(({ price_type }) => price_type)}::text[],
        ${dropped.map(({ price_list }) => price_list)}::text[]))`
  return counts
})

/** Planned rows of a kind that one statement writes. */
const rowsAtATime = 5_000

/** The `piece`th rows of each kind. */
const pieceOf = (writes: Required<ColorwayWrites>, piece: number): Required<ColorwayWrites> => {
  const of = <Row>(rows: ReadonlyArray<Row>) => rows.slice(piece * rowsAtATime, (piece + 1) * rowsAtATime)
  const { drafts, withdrawals, released, replaced, bases, judged, dropped, ended } = writes
  return {
    drafts: of(drafts),
    withdrawals: of(withdrawals),
    released: of(released),
    replaced: of(replaced),
    bases: of(bases),
    judged: of(judged),
    dropped: of(dropped),
    ended: of(ended),
  }
}

const takeBack = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  ended: ReadonlyArray<{ readonly record_key: string }>,
  { at }: Act,
) => sql`
  update hangtag_price_record set taken_back_at = ${toBigint(at)}, taken_back_by = ${batchKey}
  where organization = ${organization} and record_key = any(${ended.map(({ record_key }) => record_key)}::uuid[])`

/** Writes what was planned into the batch, and what the batch holds then, within the surrounding transaction. */
export const writePlanned = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  writes: ColorwayWrites,
  act: Act,
) {
  const all = writesTogether([writes])
  const most = Object.values(all).reduce((rows, { length }) => Math.max(rows, length), 0)
  const counts = { records: 0, withdrawals: 0 }
  const keyOf = draftKeys(act.at)
  for (let piece = 0; piece * rowsAtATime < most; piece++) {
    const { ended, ...own } = pieceOf(all, piece)
    const added = yield* writeChange(sql, organization, batchKey, own, act, keyOf)
    counts.records += added.records
    counts.withdrawals += added.withdrawals
    if (ended.length > 0) yield* takeBack(sql, organization, batchKey, ended, act)
  }
  if (counts.records !== 0 || counts.withdrawals !== 0)
    yield* addToCounts(sql, organization, batchKey, counts)
})

/** Withdraws what the batch holds, and leaves it nothing to withdraw, nor anything that it was judged by. */
export const emptyBatch = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  act: Act,
) {
  const own = sql`organization = ${organization} and batch_key = ${batchKey}`
  const held = sql`select record_key from hangtag_batch_record where ${own}`
  const left = yield* withdrawDrafts(sql, organization, batchKey, held, act)
  yield* sql`delete from hangtag_batch_withdrawal where ${own}`
  yield* sql`delete from hangtag_batch_basis where ${own}`
  yield* sql`delete from hangtag_batch_colorway where ${own}`
  yield* sql`update hangtag_batch set records = records - ${left}::int, withdrawals = 0 where ${own}`
})

/** Discards an open batch; it keeps what it held, to be looked at. */
export const discardBatch = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { at, by }: Act,
) {
  const own = sql`organization = ${organization} and batch_key = ${batchKey}`
  yield* sql`update hangtag_price_record set withdrawn_at = ${toBigint(at)}, withdrawn_by = ${storedText(by)}
    where organization = ${organization} and status = 'draft' and withdrawn_at is null
      and record_key = any(array(select record_key from hangtag_batch_record where ${own}))`
  yield* sql`update hangtag_batch set status = 'discarded', discarded_at = ${toBigint(at)},
    discarded_by = ${storedText(by)} where ${own}`
})
