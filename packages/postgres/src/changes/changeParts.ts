import {
  basePriceList,
  type ChangePart,
  type ChangeReading,
  type ChangingBrand,
  type ColorwayKey,
  instantFromMicros,
  type PairBasis,
  type PairFound,
  type PriceRecord,
  type PriceSelection,
  type Unavailable,
} from "@hangtag/core"
import { pairName, pairOrder } from "@hangtag/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable, comparableKeys, isStorable, toBigint } from "../database/parameters.ts"
import { scoped } from "../database/scoped.ts"
import {
  hasBegun,
  type PriceRecordRow,
  priceOrderBy,
  priceRecord,
  priceRecordColumns,
  takeBackColumns,
} from "../prices/PriceRecordRow.ts"
import { changingBrands } from "./batchRows.ts"

/** Rows that are fetched at once: few at first, then twice as many each time, up to `most`. */
const rowsAtATime = { first: 500, most: 5_000 }

/**
 * A record of a colorway, a variant without any, or a colorway without variants. Of colorways that are asked for one by
 * one `index` tells which it is.
 */
type PartRow = {
  readonly index: number
  readonly product_key: string | null
  readonly color: string | null
  readonly brand_key: string | null
} & (PriceRecordRow | { readonly variant_key: string | null; readonly record_key: null })

const isRecord = (row: PartRow): row is PartRow & PriceRecordRow => row.record_key !== null

/** The variants of rows that come in their order. */
const variantsOf = (rows: ReadonlyArray<PartRow>): Array<string> => {
  const keys: Array<string> = []
  for (const { variant_key } of rows)
    if (variant_key !== null && variant_key !== keys.at(-1)) keys.push(variant_key)
  return keys
}

const keysOf = (texts: ReadonlyArray<string> | null) => (texts === null ? null : comparableKeys(texts))

/** A text that cannot be kept is none that is there. */
const storableOf = (colorways: ReadonlyArray<ColorwayKey>, name: keyof ColorwayKey) =>
  colorways.map((colorway) => (isStorable(colorway[name]) ? colorway[name] : ""))

/** The variants of the scope as `k`, with the lists of which their prices are read, and what they are ordered by. */
const variantsIn = (
  sql: SqlClient,
  organization: string,
  { scope, brand, price_lists }: ChangeReading,
): Fragment => {
  const lists = sql`${comparableKeys(price_lists ?? [basePriceList])}::text[] as price_lists`
  const org = comparable(organization)
  const ofBrand = sql`d.organization = ${org} and d.brand_key = ${brand?.brand_key ?? null} and d.retired_at is null`
  if (scope.kind === "colorways") {
    const texts = (name: keyof ColorwayKey) => storableOf(scope.colorways, name)
    return sql`
      select c.ord::int - 1 as index, null as product_key, null as color, d.brand_key, v.variant_key, ${lists}
      from unnest(${texts("product_key")}::text[], ${texts("color")}::text[]) with ordinality c(product_key, color, ord)
      left join lateral (select d.brand_key from hangtag_product d where ${ofBrand} and d.product_key = c.product_key
        limit 1) d on true
      left join lateral (select v.variant_key from hangtag_variant v
        where v.organization = ${org} and v.product_key = c.product_key and v.color = c.color and v.retired_at is null
        and d.brand_key is not null offset 0) v on true`
  }
  if (scope.kind === "batch") {
    const { of } = scope
    const batch = sql`organization = ${org} and batch_key = ${comparable(scope.batch_key)}
      ${of === undefined || !("variant_keys" in of) ? sql`` : sql`and variant_key = any(${comparableKeys(of.variant_keys)}::text[])`}`
    const judged =
      of === undefined
        ? sql``
        : sql`union select variant_key, price_list from hangtag_batch_basis where ${batch}`
    const among =
      of === undefined || !("colorways" in of)
        ? sql``
        : sql`where (v.product_key, v.color collate "C") in (select * from unnest(
            ${storableOf(of.colorways, "product_key")}::text[], ${storableOf(of.colorways, "color")}::text[]))`
    return sql`
      select dense_rank() over (order by d.brand_key)::int - 1 as index, v.product_key, v.color collate "C" as color,
        d.brand_key, v.variant_key,
        h.price_lists ${price_lists === undefined ? sql`` : sql`|| ${comparableKeys(price_lists)}::text[] as price_lists`}
      from (select variant_key, array_agg(price_list) as price_lists from (
        select variant_key, price_list from hangtag_batch_record where ${batch}
        union select variant_key, price_list from hangtag_batch_withdrawal where ${batch}
        union select b.variant_key, b.price_list from (select * from hangtag_batch_basis where ${batch}) b
          where exists (select from hangtag_price_record p where p.organization = ${org}
            and p.variant_key = b.variant_key and p.price_type = b.price_type and p.price_list = b.price_list
            and p.status = 'active' and p.batch_key = b.batch_key offset 0)
        ${judged}) h group by variant_key) h
      cross join lateral (select * from hangtag_variant v
        where v.organization = ${org} and v.variant_key = h.variant_key offset 0) v
      cross join lateral (select * from hangtag_product d
        where d.organization = ${org} and d.product_key = v.product_key offset 0) d ${among}`
  }
  const { product_keys, label_keys, source, colors } = scope.selection satisfies PriceSelection
  const among = (column: Fragment, keys: ReadonlyArray<string> | null) =>
    keys === null ? sql`` : sql`and ${column} = any(${keysOf(keys)}::text[])`
  const latest =
    label_keys === null && source === null
      ? sql``
      : sql`and exists (select from hangtag_product_version n where n.organization = ${org}
          and n.product_key = d.product_key and n.version = d.latest_version
          ${label_keys === null ? sql`` : sql`and n.labels && ${keysOf(label_keys)}::text[]`}
          ${among(sql`n.source`, source)})`
  return sql`
    select 0 as index, v.product_key, v.color collate "C" as color, d.brand_key, v.variant_key, ${lists}
    from hangtag_product d
    join hangtag_variant v on v.organization = ${org} and v.product_key = d.product_key and v.retired_at is null
    where ${ofBrand} ${among(sql`d.product_key`, product_keys)} ${latest} ${among(sql`v.color`, colors)}`
}

/** The records of the variant `k`: all, or those in force at the moment and later, and the batch's own drafts. */
const recordsOf = (
  sql: SqlClient,
  organization: string,
  { since, batch_key }: Pick<ChangeReading, "since" | "batch_key">,
): Fragment => {
  const own = sql`p.organization = ${comparable(organization)} and p.variant_key = k.variant_key
    and p.price_list = any(k.price_lists)`
  if (since === null) return sql`(select * from hangtag_price_record p where ${own} offset 0)`
  const moment = toBigint(since)
  const begun = sql`(${hasBegun(sql, moment)})`
  // what is temporary holds something beneath it; a maximum needs no order: of two records at the last instant both are given, and the later one is found by the rule
  return sql`(
    select * from (
      select p.*, ${begun} as begun,
        max(p.effective_at) filter (where ${begun} and p.returns_from is null and p.ends_at is null
          and p.taken_back_at is null) over (partition by p.price_type, p.price_list) as last_begun
      from hangtag_price_record p where ${own} offset 0) p
    where case when p.begun then p.effective_at >= coalesce(p.last_begun, p.effective_at)
      else p.effective_at > ${moment} or (p.status = 'draft' and p.batch_key = ${batch_key && comparable(batch_key)}) end)`
}

const nothing: ReadonlySet<string> = new Set()
const noBases: ReadonlyMap<string, PairBasis> = new Map()

/** What the batch was judged by for the variants. */
export const basesOf = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  variantKeys: ReadonlyArray<string>,
) {
  const rows = yield* sql<PairBasis>`
    select variant_key, price_type, price_list, judged_at::float8 as at, incumbent, future, returns::float8[] as returns,
      lines, coalesce(since, judged_at)::float8 as since
    from hangtag_batch_basis where organization = ${comparable(organization)}
      and batch_key = ${comparable(batchKey)} and variant_key = any(${[...variantKeys]}::text[])`
  return new Map(rows.map((basis) => [pairName(basis), basis]))
})

/** Where the first of the lines begins that the batch was asked for; null: it was asked for none. */
const firstAsked = (sql: SqlClient, organization: string, batchKey: string) =>
  Effect.map(
    sql<{ readonly since: number | null }>`select min(since)::float8 as since from hangtag_batch_basis
      where organization = ${comparable(organization)} and batch_key = ${comparable(batchKey)}`,
    ([row]) => row?.since ?? null,
  )

/** The keys of the records that the batch withdraws, or withdrew. */
export const withdrawnBy = (sql: SqlClient, organization: string, batchKey: string) =>
  Effect.map(
    sql<{ readonly record_key: string }>`select record_key from hangtag_batch_withdrawal
      where organization = ${comparable(organization)} and batch_key = ${comparable(batchKey)}`,
    (rows): ReadonlySet<string> => new Set(rows.map(({ record_key }) => record_key)),
  )

/** The pairs of rows that come in `priceOrderByPair`. */
export const pairsOf = (
  rows: ReadonlyArray<PriceRecordRow>,
  withdrawing: ReadonlySet<string>,
  bases: ReadonlyMap<string, PairBasis>,
): Array<PairFound> => {
  const pairs: Array<PairFound & { readonly records: Array<PriceRecord> }> = []
  for (const row of rows) {
    const last = pairs.at(-1)
    const { variant_key, price_type, price_list } = row
    const isOfLast = last?.variant_key === variant_key && last.price_type === price_type
    if (isOfLast && last.price_list === price_list) last.records.push(priceRecord(row))
    else {
      const basis = bases.size === 0 ? null : (bases.get(pairName(row)) ?? null)
      pairs.push({ variant_key, price_type, price_list, records: [priceRecord(row)], withdrawing, basis })
    }
  }
  return pairs
}

/** The pairs, and those without a record that the batch was judged by. */
const withJudged = (
  pairs: ReadonlyArray<PairFound>,
  withdrawing: ReadonlySet<string>,
  rows: ReadonlyArray<PartRow>,
  basesOfVariant: ReadonlyMap<string, ReadonlyArray<PairBasis>>,
): ReadonlyArray<PairFound> => {
  if (basesOfVariant.size === 0) return pairs
  const names = new Set(pairs.map(pairName))
  const bare = variantsOf(rows)
    .flatMap((key) => basesOfVariant.get(key) ?? [])
    .filter((basis) => !names.has(pairName(basis)))
    .map((basis): PairFound => {
      const { variant_key, price_type, price_list } = basis
      return { variant_key, price_type, price_list, records: [], withdrawing, basis }
    })
  return bare.length === 0 ? pairs : [...pairs, ...bare].sort(pairOrder)
}

const isSamePart = (a: PartRow, b: PartRow) =>
  a.index === b.index && a.product_key === b.product_key && a.color === b.color

/** The rows up to the one with N records before it; a variant without any has a row too, and is never left out. */
const withRecords = (rows: ReadonlyArray<PartRow>, most: number): ReadonlyArray<PartRow> => {
  if (rows.length <= most) return rows
  let records = 0
  const end = rows.findIndex((row) => isRecord(row) && ++records > most)
  return end === -1 ? rows : rows.slice(0, end)
}

/** Of the last part, of a batch of the last variant of it, there may be rows that are yet to come. */
const endOfWhole = (rows: ReadonlyArray<PartRow>, { scope }: ChangeReading): number => {
  const last = rows.at(-1)
  if (last === undefined) return 0
  const isOfBatch = scope.kind === "batch"
  return rows.findIndex(
    (row) => isSamePart(row, last) && (!isOfBatch || row.variant_key === last.variant_key),
  )
}

/** Begins to read: gives what makes parts of rows, which come in their order. */
const open = Effect.fnUntraced(function* (sql: SqlClient, organization: string, reading: ChangeReading) {
  const { scope, brand, batch_key } = reading
  const asked =
    reading.since === null || batch_key === null ? null : yield* firstAsked(sql, organization, batch_key)
  const since =
    reading.since === null || asked === null
      ? reading.since
      : instantFromMicros(Math.min(reading.since, asked))
  const columns = sql.literal(
    priceRecordColumns
      .replace("p.record_key", "p.record_key::text")
      .replace("p.variant_key", "k.variant_key"),
  )
  // a session keeps of which columns a fetch is: they are the same in every scope
  const facts =
    scope.kind === "batch"
      ? takeBackColumns(sql, comparable(organization))
      : sql`null::text as sets_again, null::text as withdrawn_in`
  yield* sql`
    declare hangtag_change no scroll cursor for
    select k.index, k.product_key, k.color, k.brand_key,
      ${columns}, ${facts}
    from (${variantsIn(sql, organization, reading)}
      order by index, product_key, color, variant_key offset 0) k
    left join lateral ${recordsOf(sql, organization, { since, batch_key })} p on true
    order by k.index, k.product_key, k.color, k.variant_key, p.price_type, p.price_list, ${sql.literal(priceOrderBy("asc"))}`
  const withdrawing = batch_key === null ? nothing : yield* withdrawnBy(sql, organization, batch_key)
  const brands = new Map<string, ChangingBrand>(brand === null ? [] : [[brand.brand_key, brand]])
  const brandOf = Effect.fnUntraced(function* (key: string | null) {
    if (key === null) return null
    const known = brands.get(key)
    if (known !== undefined) return known
    const [found] = yield* changingBrands(sql, organization, sql`${key}`)
    brands.set(key, found!)
    return found!
  })
  const lists = reading.price_lists ?? [basePriceList]
  const isRead = ({ price_list }: PairBasis) =>
    scope.kind === "batch" ? scope.of !== undefined : lists.includes(price_list)
  return Effect.fnUntraced(function* (rows: ReadonlyArray<PartRow>) {
    const bases =
      batch_key === null ? noBases : yield* basesOf(sql, organization, batch_key, variantsOf(rows))
    const basesOfVariant = Map.groupBy([...bases.values()].filter(isRead), ({ variant_key }) => variant_key)
    const parts: Array<ChangePart> = []
    for (let start = 0, end = 0; start < rows.length; start = end) {
      const first = rows[start]!
      while (end < rows.length && isSamePart(first, rows[end]!)) end++
      const own = rows.slice(start, end)
      const index = scope.kind === "colorways" ? first.index : 0
      const named = scope.kind === "colorways" ? scope.colorways[index]! : first
      parts.push({
        product_key: named.product_key!,
        color: named.color!,
        index,
        brand: yield* brandOf(first.brand_key),
        variant_keys: variantsOf(own),
        pairs: withJudged(
          pairsOf(own.filter(isRecord), withdrawing, bases),
          withdrawing,
          own,
          basesOfVariant,
        ),
      })
    }
    return parts
  })
})

/**
 * The parts of a reading, within the surrounding transaction: they come out of a cursor, which goes on showing the moment
 * at which it was opened, whatever is written meanwhile. Memory holds the rows of one fetch.
 */
export const changeParts = (
  sql: SqlClient,
  organization: string,
  reading: ChangeReading,
): Stream.Stream<ReadonlyArray<ChangePart>, Unavailable> => {
  const { mostRecords = Number.POSITIVE_INFINITY } = reading
  const inScope = <A, E>(effect: Effect.Effect<A, E>) =>
    scoped(sql, organization, "PriceChangeRepository.colorways", effect)
  type Page = { readonly left: ReadonlyArray<PartRow>; readonly count: number }
  return Stream.unwrap(
    Effect.map(inScope(open(sql, organization, reading)), (partsOf) =>
      Stream.paginate<Page, ReadonlyArray<ChangePart>, Unavailable>(
        { left: [], count: rowsAtATime.first },
        ({ left, count }) =>
          inScope(
            Effect.gen(function* () {
              const fetched = yield* sql<PartRow>`fetch ${sql.literal(String(count))} from hangtag_change`
              const isLast = fetched.length < count
              const rows = left.concat(fetched)
              const end = isLast ? rows.length : endOfWhole(rows, reading)
              const parts = yield* partsOf(rows.slice(0, end))
              if (isLast) yield* sql`close hangtag_change`
              const next = isLast
                ? Option.none()
                : Option.some({
                    left: withRecords(rows.slice(end), mostRecords + 1),
                    count: Math.min(2 * count, rowsAtATime.most),
                  })
              return [[parts], next] as const
            }),
          ),
      ),
    ),
  )
}
