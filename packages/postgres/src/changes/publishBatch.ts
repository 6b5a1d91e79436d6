import {
  type Act,
  basePriceList,
  type ChangingBrand,
  type Instant,
  instantToText,
  type JudgedColorway,
  movedFilling,
  movedPair,
  type NewDraft,
  type Publication,
  type PublishFacts,
  variantMoves,
} from "@hangtag/core"
import { type Pair, pairName, pairOrder } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { hasAny } from "../database/listPage.ts"
import { storedText, toBigint } from "../database/parameters.ts"
import {
  hasBegun,
  priceLookups,
  priceOrderBy,
  priceRecord,
  priceRecordColumns,
  timeZone,
  type ZonedRow,
} from "../prices/PriceRecordRow.ts"
import { addToCounts, rowsWritten } from "./batchCounts.ts"
import { type BatchRow, changingBrands } from "./batchRows.ts"
import { basesOf, pairsOf, withdrawnBy } from "./changeParts.ts"
import { leaveBatches } from "./writeChange.ts"
import { writeReturns } from "./writeReturns.ts"

/** NOTIFY: that a batch was published, with its publication as JSON. */
export const published = "pricing.published"

const mostMoved = 100

/**
 * The pairs that have moved since they were judged, as `movedPair` tells of them: found here by what it compares, so that
 * few of many are looked into. Bases are mostly stored in order; only where they differ as they are, they are sorted.
 */
const changedPairs = (sql: SqlClient, organization: string, batchKey: string) =>
  sql<Pair>`
    select b.variant_key, b.price_type, b.price_list
    from (select * from hangtag_batch_basis where organization = ${organization} and batch_key = ${batchKey}) b
    cross join lateral (
      select
        (array_agg(case when p.withdrawn_at is null then p.record_key::text end
          order by ${sql.literal(priceOrderBy("desc"))}) filter (where ${hasBegun(sql, sql`b.judged_at`)}))[1] as incumbent,
        coalesce(array_agg((p.record_key::text || ' ' || p.status) collate "C"
          order by (p.record_key::text || ' ' || p.status) collate "C")
          filter (where p.effective_at > b.judged_at and p.withdrawn_at is null
            and not (p.status = 'draft' and p.batch_key is not distinct from ${batchKey})), '{}') as future
      from hangtag_price_record p
      where p.organization = ${organization} and p.variant_key = b.variant_key and p.price_type = b.price_type
        and p.price_list = b.price_list) n
    where n.incumbent is distinct from b.incumbent
      or (n.future <> b.future
        and n.future is distinct from (select array_agg(f order by f collate "C") from unnest(b.future) f))
    order by b.variant_key, b.price_type, b.price_list limit ${mostMoved}`

/** The pairs of which the batch is to withdraw a record that has begun. */
const begunPairs = (sql: SqlClient, organization: string, batchKey: string, now: bigint) =>
  sql<Pair>`
    select distinct b.variant_key, b.price_type, b.price_list
    from (select * from hangtag_batch_withdrawal where organization = ${organization} and batch_key = ${batchKey}
      offset 0) w
    cross join lateral (select * from hangtag_price_record p
      where p.organization = ${organization} and p.record_key = w.record_key offset 0) p
    cross join lateral (select * from hangtag_batch_basis b where b.organization = ${organization}
      and b.batch_key = ${batchKey} and b.variant_key = w.variant_key and b.price_type = w.price_type
      and b.price_list = w.price_list offset 0) b
    where p.effective_at <= ${now} and p.withdrawn_at is null
    order by b.variant_key, b.price_type, b.price_list limit ${mostMoved}`

/**
 * What has come and gone in the colorways that the batch was judged for, and holds a basis of: the first pairs of which `movedPair` tells,
 * as whole colorways come and go, and all that there ever was of each pair is read.
 */
const movesOf = (sql: SqlClient, organization: string, batchKey: string) =>
  Effect.map(
    sql<JudgedColorway & { readonly now: ReadonlyArray<string>; readonly held: ReadonlyArray<string> }>`
      select c.product_key, c.color, c.price_type, c.price_list, c.variant_keys, n.variant_keys as now, h.variant_keys as held
      from (select * from hangtag_batch_colorway
        where organization = ${organization} and batch_key = ${batchKey} offset 0) c
      cross join lateral (
        select coalesce(array_agg(v.variant_key order by v.variant_key), '{}') as variant_keys from hangtag_variant v
        where v.organization = ${organization} and v.product_key = c.product_key
          and v.color collate "C" = c.color and v.retired_at is null) n
      cross join lateral (
        select array_agg(b.variant_key) as variant_keys from hangtag_batch_basis b
        where n.variant_keys <> c.variant_keys and b.organization = ${organization} and b.batch_key = ${batchKey}
          and b.variant_key = any(c.variant_keys) and b.price_type = c.price_type and b.price_list = c.price_list) h
      where h.variant_keys is not null
      order by c.product_key, c.color, c.price_type, c.price_list`,
    (rows) => {
      const now = rows.map((row) => row.now)
      const held = rows.flatMap(({ price_type, price_list, held }) =>
        held.map((variant_key) => pairName({ variant_key, price_type, price_list })),
      )
      const names = new Set(held)
      return variantMoves(rows, now)
        .filter((move) => move.hasCome || names.has(pairName(move)))
        .sort(pairOrder)
        .slice(0, mostMoved)
    },
  )

/** What has taken the place of prices that a batch for republishing was filled with, as `movedFilling` compares them. */
const movedFillings = (sql: SqlClient, organization: string, batchKey: string, at: Instant) => {
  const { priceInForce } = priceLookups(sql, organization, toBigint(at))
  type Taken = ZonedRow & { readonly taken: boolean }
  const pairs = sql`
    select b.record_key as filled_key, i.record_key as taken_key
    from (select * from hangtag_batch_record
      where organization = ${organization} and batch_key = ${batchKey} and filled) b
    cross join lateral (select * from hangtag_price_record p
      where p.organization = ${organization} and p.record_key = b.record_key offset 0) f
    cross join lateral (select b.variant_key) k
    cross join lateral (select b.price_type) t
    left join lateral ${priceInForce} i on true
    where i.record_key is null or i.effective_at::float8 <> f.effective_at::float8
      or i.amount::numeric <> f.amount::numeric
    order by b.variant_key, b.price_type limit ${mostMoved}`
  return Effect.map(
    sql<Taken>`
      select ${sql.literal(priceRecordColumns)}, ${timeZone(sql, organization)}, p.record_key = m.taken_key as taken
      from (${pairs}) m
      cross join lateral (select * from hangtag_price_record p
        where p.organization = ${organization} and p.record_key in (m.filled_key, m.taken_key) offset 0) p
      order by p.variant_key, p.price_type, taken`,
    (rows) => {
      const taken = new Map(
        rows.flatMap((row) => (row.taken ? [[pairName(row), priceRecord(row)] as const] : [])),
      )
      return rows
        .filter((row) => !row.taken)
        .flatMap((row) => movedFilling(priceRecord(row), taken.get(pairName(row)), row.time_zone))
    },
  )
}

const movedOf = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  { key: batchKey, withdrawals, kind }: BatchRow,
  at: Instant,
) {
  if (kind === "republish") return yield* movedFillings(sql, organization, batchKey, at)
  const now = toBigint(at)
  const changed = yield* changedPairs(sql, organization, batchKey)
  const begun = withdrawals === 0 ? [] : yield* begunPairs(sql, organization, batchKey, now)
  const moves = new Map(
    (yield* movesOf(sql, organization, batchKey)).map((move) => [pairName(move), move] as const),
  )
  const candidates = [...changed, ...begun, ...moves.values()]
  if (candidates.length === 0) return []
  const variants = candidates.map(({ variant_key }) => variant_key)
  const types = candidates.map(({ price_type }) => price_type)
  const lists = candidates.map(({ price_list }) => price_list)
  const rows = yield* sql<ZonedRow>`
    select ${sql.literal(priceRecordColumns)}, ${timeZone(sql, organization)}
    from (select distinct * from unnest(${variants}::text[], ${types}::text[], ${lists}::text[])
      u(variant_key, price_type, price_list)) k
    cross join lateral (select * from hangtag_price_record p where p.organization = ${organization}
      and p.variant_key = k.variant_key and p.price_type = k.price_type and p.price_list = k.price_list offset 0) p
    order by p.variant_key, p.price_type, p.price_list, ${sql.literal(priceOrderBy("asc"))}`
  const withdrawing = yield* withdrawnBy(sql, organization, batchKey)
  const bases = yield* basesOf(sql, organization, batchKey, variants)
  const found = pairsOf(rows, withdrawing, bases)
  const named = new Set(found.map(pairName))
  const zones = new Map(rows.map(({ variant_key, time_zone }) => [variant_key, time_zone]))
  // one that has come may have no record yet
  const bare = [...moves.values()].filter((move) => !named.has(pairName(move)))
  return [
    ...found,
    ...bare.map(({ variant_key, price_type, price_list }) => {
      const pair = { variant_key, price_type, price_list }
      return { ...pair, records: [], withdrawing, basis: bases.get(pairName(pair)) ?? null }
    }),
  ]
    .sort(pairOrder)
    .flatMap((pair) => {
      const zone = zones.get(pair.variant_key) ?? "UTC"
      return movedPair(pair, batchKey, at, zone, moves.get(pairName(pair)))
    })
    .slice(0, mostMoved)
})

/** Whether a line that the batch was judged for `isOfAbove`: above `base` is nothing. */
const ofAbove = (sql: SqlClient, organization: string, batchKey: string) =>
  Effect.map(
    sql<{ readonly found: boolean }>`
      select ${hasAny(
        sql,
        sql`from hangtag_batch_basis b where b.organization = ${organization} and b.batch_key = ${batchKey}
          and b.price_list <> ${basePriceList} and exists (select from unnest(b.lines) l where l like '%|above:%')`,
        "b.variant_key, b.price_type, b.price_list",
      )} as found`,
    ([row]) => row!.found,
  )

type First = Pick<NewDraft, "effective_from" | "effective_at">

/**
 * What is known of an open batch before it is published. Each record is looked up by its key, and its variant: statistics
 * mostly know of no drafts, and a join that begins with these goes through the whole batch for each, 20 s for 10,000.
 */
export const publishFacts = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batch: BatchRow,
  at: Instant,
) {
  const own = sql`organization = ${organization} and batch_key = ${batch.key}`
  const found = yield* sql<{ readonly brand_key: string } & First>`
    select d.brand_key, min(f.effective_at)::float8 as effective_at,
      (array_agg(f.effective_from order by f.effective_at, f.sequence))[1] as effective_from
    from (
      select v.product_key, min(p.effective_at) as effective_at,
        (array_agg(p.sequence order by p.effective_at, p.sequence))[1] as sequence,
        (array_agg(p.effective_from order by p.effective_at, p.sequence))[1] as effective_from
      from (select record_key from hangtag_batch_record where ${own}) r
      cross join lateral (select * from hangtag_price_record p
        where p.organization = ${organization} and p.record_key = r.record_key offset 0) p
      cross join lateral (select * from hangtag_variant v
        where v.organization = ${organization} and v.variant_key = p.variant_key offset 0) v
      where p.status = 'draft' group by v.product_key) f
    cross join lateral (select * from hangtag_product d
      where d.organization = ${organization} and d.product_key = f.product_key offset 0) d
    group by d.brand_key`
  const firsts = new Map(found.map(({ brand_key, ...first }) => [brand_key, first]))
  const brands: ReadonlyArray<ChangingBrand> = yield* changingBrands(
    sql,
    organization,
    sql`select unnest(${[...firsts.keys()]}::text[])`,
  )
  const facts: PublishFacts = {
    moved: yield* movedOf(sql, organization, batch, at),
    is_of_above: yield* ofAbove(sql, organization, batch.key),
    brands: brands.map((brand) => ({ ...brand, first: firsts.get(brand.brand_key)! })),
  }
  return facts
})

interface PublicationRow extends Omit<Publication, "published_at"> {
  readonly published_at: number
}

const publicationView = (row: PublicationRow): Publication => ({
  ...row,
  published_at: instantToText(row.published_at),
})

export const selectPublications = (sql: SqlClient, organization: string, which: Fragment) =>
  Effect.map(
    sql<PublicationRow>`select number, batch_key, published_at::float8 as published_at, published_by, records, sha256
      from hangtag_publication where organization = ${organization} and ${which}`,
    (rows) => rows.map(publicationView),
  )

/** Of a publication that is being written: its turn keeps every other one out. */
const nextNumber = (sql: SqlClient, organization: string) =>
  sql`(select coalesce(max(number), 0) + 1 from hangtag_publication where organization = ${organization})`

/**
 * Activates the drafts that the batch holds and withdraws what it withdraws, in one statement, which also tells how many
 * records that were and the hash of their lines (`publicationLine`). New sequences come in the order of the records. Each
 * record is looked up by its key: where statistics know of few that are to come, all of these would be gone through
 * instead, each beside every key.
 */
const activate = (sql: SqlClient, organization: string, batchKey: string, { at, by }: Act) => {
  const own = sql`organization = ${organization} and batch_key = ${batchKey}`
  const columnsOf = (said: string) =>
    sql.literal(
      `p.variant_key, p.price_type, p.price_list, p.effective_at, p.sequence, ${said} as said, p.effective_from`,
    )
  const [lineColumns, heldColumns] = [columnsOf("coalesce(p.amount, p.ending)"), columnsOf("p.said")]
  return sql<{ readonly records: number; readonly sha256: string }>`
    with held as materialized (
      select p.record_key, p.status, ${lineColumns} from (select record_key from hangtag_batch_record where ${own}) r
      cross join lateral (select * from hangtag_price_record p
        where p.organization = ${organization} and p.record_key = r.record_key offset 0) p
      where p.withdrawn_at is null),
    drafts as materialized (
      select o.record_key, nextval(pg_get_serial_sequence('hangtag_price_record', 'sequence')) as number
      from (select record_key from held where status = 'draft'
        order by variant_key, price_type, price_list, effective_at, sequence offset 0) o),
    activated as (
      update hangtag_price_record p set status = 'active', sequence = d.number,
        made_at = coalesce(p.made_at, p.known_at), known_at = ${toBigint(at)}, publication = ${nextNumber(sql, organization)}
      from drafts d
      where p.organization = ${organization} and p.record_key = d.record_key
      returning ${lineColumns}),
    withdrawing as materialized (
      select p.record_key from (select record_key from hangtag_batch_withdrawal where ${own}) w
      cross join lateral (select * from hangtag_price_record p
        where p.organization = ${organization} and p.record_key = w.record_key offset 0) p
      where p.status = 'active' and p.withdrawn_at is null and p.effective_at > ${toBigint(at)}),
    gone as (
      update hangtag_price_record p set withdrawn_at = ${toBigint(at)}, withdrawn_by = ${storedText(by)}
      from withdrawing w
      where p.organization = ${organization} and p.record_key = w.record_key
      returning ${lineColumns}),
    line as (
      select p.*, 'set' as change from activated p
      union all select ${heldColumns}, 'set' from held p where p.status = 'active'
      union all select p.*, 'withdraw' from gone p)
    select count(*)::int as records,
      encode(sha256(convert_to(coalesce(string_agg(
        '[' || to_json(variant_key::text) || ',' || to_json(price_type::text) || ',' || effective_at || ',' ||
          to_json(said) || ',' || to_json(effective_from) || ',"' || change || '"' ||
          case when price_list = ${basePriceList} then '' else ',' || to_json(price_list::text) end || ']', E'\n'
        order by variant_key, price_type, price_list, effective_at, sequence, change), ''), 'UTF8')), 'hex') as sha256
    from line`
}

/** Leaves the batch no record to withdraw that has begun, or is withdrawn: taken back, it sets again what it has withdrawn itself. */
const releaseGone = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { at }: Act,
) {
  const released = yield* rowsWritten(
    sql,
    sql`delete from hangtag_batch_withdrawal w using hangtag_price_record p
      where w.organization = ${organization} and w.batch_key = ${batchKey}
        and p.organization = ${organization} and p.record_key = w.record_key
        and (p.withdrawn_at is not null or p.effective_at <= ${toBigint(at)}) returning w.record_key`,
  )
  if (released > 0) yield* addToCounts(sql, organization, batchKey, { records: 0, withdrawals: -released })
})

/** Publishes the batch within the surrounding transaction, whose turn keeps every other publication out. */
export const publishBatch = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  { key: batchKey, kind, withdrawals: held }: BatchRow,
  act: Act,
) {
  const withdrawals =
    held + (kind === "republish" ? 0 : yield* writeReturns(sql, organization, batchKey, act))
  if (withdrawals > 0) yield* releaseGone(sql, organization, batchKey, act)
  const [done] = yield* activate(sql, organization, batchKey, act)
  const { records, sha256 } = done!
  const by = storedText(act.by)
  const moment = toBigint(act.at)
  if (withdrawals > 0)
    yield* leaveBatches(
      sql,
      organization,
      sql`select w.variant_key, w.price_type, w.record_key from hangtag_batch_withdrawal w
        cross join lateral (select * from hangtag_price_record p
          where p.organization = ${organization} and p.record_key = w.record_key offset 0) p
        where w.organization = ${organization} and w.batch_key = ${batchKey} and p.withdrawn_at is not null`,
    )
  yield* sql`update hangtag_batch set status = 'published', published_at = ${moment}, published_by = ${by}
    where organization = ${organization} and batch_key = ${batchKey}`
  const [row] = yield* sql<PublicationRow>`
    insert into hangtag_publication (organization, number, batch_key, published_at, published_by, records, sha256,
      sequence)
    values (${organization}, ${nextNumber(sql, organization)}, ${batchKey}, ${moment}, ${by}, ${records}::int, ${sha256},
      nextval(pg_get_serial_sequence('hangtag_price_record', 'sequence')))
    returning number, batch_key, published_at::float8 as published_at, published_by, records, sha256`
  const publication = publicationView(row!)
  yield* sql`select pg_notify(${published}, ${JSON.stringify({ organization, ...publication })})`
  return publication
})
