import { type ChangingBrand, compareText, instantToText, type PriceBatch, type TakeBack } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { comparable } from "../database/parameters.ts"
import { type BaseCurrency, baseCurrency, baseCurrencyOf, storedPolicy } from "../prices/brandPricing.ts"

type Moment = "created" | "published" | "discarded" | "noted"

/** A batch as `batchColumns` selects it. */
export type BatchRow = Omit<PriceBatch, `${Moment}_${"at" | "by"}` | "counts"> & {
  readonly [Name in `${Moment}_at`]: number | null
} & { readonly [Name in `${Moment}_by`]: string | null } & {
  readonly ordinal: number
  readonly records: number
  readonly withdrawals: number
}

/** The select list of `BatchRow`, of the table `b`. */
export const batchColumns = (sql: SqlClient) => sql`b.batch_key as key, b.name, b.kind, b.brand_key, b.status,
  b.reverts, b.created_at::float8 as created_at, b.created_by, b.published_at::float8 as published_at, b.published_by,
  b.discarded_at::float8 as discarded_at, b.discarded_by, b.note,
  b.noted_at::float8 as noted_at, b.noted_by, b.ordinal, b.records, b.withdrawals`

const text = (instant: number | null) => (instant === null ? null : instantToText(instant))

export const batchView = (row: BatchRow): PriceBatch => ({
  key: row.key,
  name: row.name,
  kind: row.kind,
  brand_key: row.brand_key,
  status: row.status,
  reverts: row.reverts,
  created_at: text(row.created_at),
  created_by: row.created_by,
  published_at: text(row.published_at),
  published_by: row.published_by,
  discarded_at: text(row.discarded_at),
  discarded_by: row.discarded_by,
  note: row.note,
  noted_at: text(row.noted_at),
  noted_by: row.noted_by,
  counts: { records: row.records, withdrawals: row.withdrawals },
})

export const selectBatch = (sql: SqlClient, organization: string, batchKey: string, lock: Fragment = sql``) =>
  sql<BatchRow>`select ${batchColumns(sql)} from hangtag_batch b
    where b.organization = ${comparable(organization)} and b.batch_key = ${comparable(batchKey)} ${lock}`

/** The published batches that take others back. */
export const selectTakeBacks = (sql: SqlClient, org: string | null) => sql<TakeBack>`
  select b.batch_key as key, b.reverts from hangtag_batch b
  where b.organization = ${org} and b.reverts is not null and b.status = 'published'`

interface BrandRow extends BaseCurrency {
  readonly brand_key: string
  readonly time_zone: string
  readonly policy: string | null
  readonly price_types: ReadonlyArray<string>
}

/** The brands of these keys, by key. */
export const changingBrands = (sql: SqlClient, organization: string, keys: Fragment) =>
  Effect.map(
    sql<BrandRow>`select brand_key, time_zone, policy, price_types, ${baseCurrency(sql)} from hangtag_brand b
      where organization = ${comparable(organization)} and brand_key in (${keys}) order by brand_key`,
    (rows) =>
      rows.map(
        ({ brand_key, time_zone, policy, price_types, ...base }): ChangingBrand => ({
          brand_key,
          time_zone,
          policy: storedPolicy(policy, organization, brand_key),
          used_types: [...price_types].sort(compareText),
          ...baseCurrencyOf(base),
        }),
      ),
  )
