import {
  BatchChanges,
  type BatchUnsuitable,
  type ChangedPair,
  type ChangedVariant,
  compareText,
  hasNoSheet,
  type PriceRecord,
  type SheetBatch,
  type TakeBack,
  type Unavailable,
} from "@hangtag/core"
import { revertedBatch, typeName } from "@hangtag/core/adapter"
import { Effect, Layer, Option, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { databaseOf } from "../database/Database.ts"
import { type ExportSnapshot, holdTransaction, keepChanged } from "../database/ExportSnapshot.ts"
import { comparable } from "../database/parameters.ts"
import { currentRelations, type ExportRelations, keptRelations } from "../exports/exportRelations.ts"
import {
  type PriceRecordRow,
  priceOrderBy,
  priceRecord,
  priceRecordColumns,
  takeBackColumns,
} from "../prices/PriceRecordRow.ts"
import { selectTakeBacks } from "./batchRows.ts"

/** What a page reads: of at most N products, at most N variants. */
const pageOf = { products: 64, variants: 500 }

interface Batch {
  readonly key: string
  readonly kind: string
  readonly status: string
  readonly published_at: string | null
  /** Of the publication, where the batch is the one that was asked for. */
  readonly number: number | null
  /** The last place that a record had taken by then; null of an old publication. */
  readonly sequence: string | null
  readonly product_keys: ReadonlyArray<string>
  readonly price_lists: ReadonlyArray<string>
}

interface Position {
  /** Of the first product that is yet to be read. */
  readonly product: number
  readonly after: Pick<ChangedVariant, "product_key" | "variant_key"> | null
}

type VariantPlace = Pick<ChangedVariant, "product_key" | "variant_key">

type Row = PriceRecordRow &
  Omit<ChangedVariant, "batch" | "pairs"> & {
    readonly is_held: boolean
    readonly is_withdrawing: boolean
    readonly is_gone_later: boolean
    readonly is_back_later: boolean
  }

type Beside = ReadonlyMap<string, ReadonlyArray<string>>

/** The record as it was when the batch was published. */
const recordAt = (row: Row): PriceRecord => {
  const { withdrawn, taken_back, ...record } = priceRecord(row)
  return {
    ...record,
    ...(withdrawn !== undefined && !row.is_gone_later && { withdrawn }),
    ...(taken_back !== undefined && !row.is_back_later && { taken_back }),
  }
}

const byPlace = (a: VariantPlace, b: VariantPlace) =>
  compareText(a.product_key, b.product_key) || compareText(a.variant_key, b.variant_key)

/** The pairs of which the batch holds or withdraws a record, and those that stand beside them. */
const pairsOf = (rows: ReadonlyArray<Row>, besideOf: Beside) => {
  const found = [...Map.groupBy(rows, typeName).values()].map((own): ChangedPair => {
    const { price_type, price_list } = own[0]!
    const keysOf = (isMeant: (row: Row) => boolean) =>
      new Set(own.flatMap((row) => (isMeant(row) ? row.record_key : [])))
    const held = keysOf((row) => row.is_held)
    const withdrawing = keysOf((row) => row.is_withdrawing)
    return { price_type, price_list, records: own.map(recordAt), held, withdrawing }
  })
  const isOfBatch = ({ held, withdrawing }: ChangedPair) => held.size + withdrawing.size > 0
  const pairs = found.filter(isOfBatch)
  const isBeside = ({ price_type, price_list }: ChangedPair) =>
    pairs.some(
      (pair) =>
        pair.price_type === price_type && besideOf.get(pair.price_list)?.includes(price_list) === true,
    )
  const beside = found.filter((pair) => !isOfBatch(pair) && isBeside(pair))
  return { pairs, ...(beside.length > 0 && { beside }) }
}

/** The variants of rows that come in `priceOrderByPair`. */
const variantsOf = (
  rows: ReadonlyArray<Row>,
  batch: SheetBatch,
  besideOf: Beside,
): ReadonlyArray<ChangedVariant> =>
  [...Map.groupBy(rows, ({ variant_key }) => variant_key).values()]
    .map((own) => {
      const { variant_key, product_key, product_name, color, size, time_zone } = own[0]!
      return {
        variant_key,
        product_key,
        product_name,
        color,
        size,
        time_zone,
        batch,
        ...pairsOf(own, besideOf),
      }
    })
    .sort(byPlace)

/** A page's variants with all of their prices; those of the first `variants` places after one. */
const pageFrom = (
  sql: SqlClient,
  from: ExportRelations,
  org: string | null,
  { key, kind, status, published_at, number, sequence, price_lists }: Batch,
  products: ReadonlyArray<string>,
  after: VariantPlace | null,
) => {
  const isTakenBack = status === "published" && number === null
  // what it has published it has changed, though it was withdrawn since
  const isStill = status === "published" ? sql`p.status = 'active'` : sql`p.withdrawn_at is null`
  const isHeld =
    kind === "price_change"
      ? sql`p.batch_key is not distinct from ${key} and ${isStill}`
      : sql`${status === "published" ? sql`true` : sql`p.withdrawn_at is null`} and exists (select from hangtag_batch_record r
          where r.organization = ${org} and r.batch_key = ${key} and r.variant_key = p.variant_key
            and r.price_type = p.price_type and r.record_key = p.record_key offset 0)`
  const isLive =
    status === "published" ? sql`p.withdrawn_at = ${published_at}::bigint` : sql`p.withdrawn_at is null`
  const isWithdrawing = sql`${isLive} and exists (select from hangtag_batch_withdrawal w
    where w.organization = ${org} and w.batch_key = ${key} and w.record_key = p.record_key offset 0)`
  const later = sql`(select batch_key from hangtag_publication where organization = ${org} and number > ${number})`
  const isBefore =
    number === null
      ? sql``
      : sequence === null
        ? sql`and (p.batch_key is null or p.batch_key not in ${later})`
        : sql`and p.sequence <= ${sequence}::bigint`
  // the moment of a publication may be that of the one before
  const isOfLater = (moment: string, what: Fragment) =>
    number === null ? sql`false` : sql`p.${sql.literal(moment)} = ${published_at}::bigint and ${what}`
  const isGoneLater = isOfLater(
    "withdrawn_at",
    sql`exists (select from hangtag_batch_withdrawal w where w.organization = ${org} and w.batch_key in ${later}
      and w.record_key = p.record_key)`,
  )
  const isBackLater = isOfLater("taken_back_at", sql`p.taken_back_by in ${later}`)
  const beyond =
    after === null
      ? sql``
      : sql`and (v.product_key, v.variant_key) > (${after.product_key}, ${after.variant_key})`
  return sql<Row>`
    select k.product_key, k.color, k.size, n.name as product_name, n.time_zone,
      ${sql.literal(priceRecordColumns.replace("p.record_key", "p.record_key::text"))},
      ${isTakenBack ? sql`${takeBackColumns(sql, org)},` : sql``}
      ${isHeld} as is_held, ${isWithdrawing} as is_withdrawing,
      coalesce(${isGoneLater}, false) as is_gone_later, coalesce(${isBackLater}, false) as is_back_later
    from (
      select v.product_key, v.variant_key, v.color, v.size from unnest(${products}::text[]) d(product_key)
      cross join lateral (select * from ${from.variant} v
        where v.organization = ${org} and v.product_key = d.product_key offset 0) v
      where ${from.covers} ${beyond} and exists (select from ${from.price} p
        where p.organization = ${org} and p.variant_key = v.variant_key and ((${isHeld}) or (${isWithdrawing})) offset 0)
      order by v.product_key, v.variant_key limit ${pageOf.variants}) k
    cross join lateral (
      select n.name, b.time_zone from ${from.product} c
      join ${from.version} n on n.organization = ${org} and n.product_key = c.product_key and n.version = c.latest_version
      join hangtag_brand b on b.organization = ${org} and b.brand_key = c.brand_key
      where c.organization = ${org} and c.product_key = k.product_key limit 1) n
    cross join lateral (select * from ${from.price} p
      where p.organization = ${org} and p.variant_key = k.variant_key
        and p.price_list = any(${price_lists}::text[]) ${isBefore} offset 0) p
    order by k.product_key, k.variant_key, p.price_type, p.price_list, ${sql.literal(priceOrderBy("asc"))}`
}

/**
 * The batch, and the products of which it holds or withdraws some price. In the place of an open one that takes another back
 * that one: it is planned anew, of all that the other has changed.
 */
const batchOf = (sql: SqlClient, org: string | null, key: string) => sql<Batch>`
  select b.batch_key as key, b.kind, b.status, b.published_at::text as published_at,
    u.number, u.sequence::text as sequence,
    array(select distinct v.product_key from (
        select variant_key from hangtag_batch_record where organization = ${org} and batch_key = b.batch_key
        union select variant_key from hangtag_batch_basis where organization = ${org} and batch_key = b.batch_key
        union select variant_key from hangtag_batch_withdrawal where organization = ${org} and batch_key = b.batch_key) h
      cross join lateral (select * from hangtag_variant v
        where v.organization = ${org} and v.variant_key = h.variant_key offset 0) v
      order by v.product_key) as product_keys,
    array(select price_list from hangtag_batch_record where organization = ${org} and batch_key = b.batch_key
      union select price_list from hangtag_batch_basis where organization = ${org} and batch_key = b.batch_key
      union select price_list from hangtag_batch_withdrawal where organization = ${org} and batch_key = b.batch_key) as price_lists
  from hangtag_batch asked
  join hangtag_batch b on b.organization = ${org}
    and b.batch_key = case when asked.status = 'open' then coalesce(asked.reverts, asked.batch_key) else asked.batch_key end
  left join hangtag_publication u on u.organization = ${org} and u.batch_key = asked.batch_key
  where asked.organization = ${org} and asked.batch_key = ${comparable(key)}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const takeSnapshot = databaseOf(sql).isEmbedded ? keepChanged : holdTransaction

  const pages = (
    org: string | null,
    batch: Batch,
    asked: string,
    besideOf: Beside,
    takeBacks: ReadonlyArray<TakeBack>,
    { keptUnder, run }: ExportSnapshot,
  ): Stream.Stream<ReadonlyArray<ChangedVariant>, Unavailable> => {
    const { key } = batch
    const published_at = batch.published_at === null ? null : Number(batch.published_at)
    const sheetBatch: SheetBatch =
      key === asked || published_at === null
        ? { key: asked, published_at }
        : { key: asked, published_at: null, reverts: revertedBatch(key, takeBacks) }
    const relations = [currentRelations(sql, keptUnder)]
    if (keptUnder !== null) relations.push(keptRelations(sql, keptUnder))
    const page = ({ product, after }: Position) => {
      const products = batch.product_keys.slice(product, product + pageOf.products)
      return Effect.map(
        run(Effect.forEach(relations, (from) => pageFrom(sql, from, org, batch, products, after))),
        (found) => {
          const variants = variantsOf(found.flat(), sheetBatch, besideOf).slice(0, pageOf.variants)
          const isFull = variants.length === pageOf.variants
          const next: Position = isFull
            ? { product, after: variants.at(-1)! }
            : { product: product + pageOf.products, after: null }
          const hasMore = isFull || next.product < batch.product_keys.length
          return [[variants], hasMore ? Option.some(next) : Option.none<Position>()] as const
        },
      )
    }
    return Stream.paginate({ product: 0, after: null }, page)
  }

  return BatchChanges.of({
    variants: (organization, batchKey, beside = new Map()) =>
      Stream.unwrap(
        Effect.gen(function* (): Effect.fn.Return<
          Stream.Stream<ReadonlyArray<ChangedVariant>, Unavailable>,
          BatchUnsuitable | Unavailable,
          Scope.Scope
        > {
          const org = comparable(organization)
          const snapshot = yield* takeSnapshot(sql, organization)
          const [batch] = yield* snapshot.run(batchOf(sql, org, batchKey))
          if (batch?.status === "discarded") return yield* hasNoSheet(batchKey)
          if (batch === undefined) return Stream.empty
          const above = batch.price_lists.flatMap((list) => beside.get(list) ?? [])
          const price_lists = [...new Set([...batch.price_lists, ...above])]
          // what it takes back stands in its place
          const takeBacks = batch.key === batchKey ? [] : yield* snapshot.run(selectTakeBacks(sql, org))
          return pages(org, { ...batch, price_lists }, batchKey, beside, takeBacks, snapshot)
        }),
      ),
  })
})

/** `BatchChanges` on Postgres; the database must be migrated. */
export const PostgresBatchChanges: Layer.Layer<BatchChanges, never, SqlClient> = Layer.effect(
  BatchChanges,
  make,
)
