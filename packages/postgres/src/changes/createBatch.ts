import {
  type Act,
  type BatchToMake,
  BatchUnsuitable,
  NotFound,
  batchKey as readableKey,
  TooManyOpen,
} from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { folded } from "../catalog/productListing.ts"
import { comparable, storedText, storingFault, toBigint } from "../database/parameters.ts"
import { type BatchRow, changingBrands } from "./batchRows.ts"

type NewRow = Pick<BatchRow, "name" | "kind" | "brand_key" | "reverts">

/** Makes a batch; false where its key is taken. */
const insert = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  key: string,
  { kind, brand_key, reverts, ...row }: NewRow,
  { at, by }: Act,
) {
  const name = row.name === null ? null : storedText(row.name)
  const searched = folded(key, name ?? "")
  const made = yield* sql`
    insert into hangtag_batch
      (organization, batch_key, status, name, kind, brand_key, reverts, created_at, created_by, search_text)
    values (${organization}, ${key}, 'open', ${name}, ${kind}, ${brand_key}, ${reverts}, ${toBigint(at)},
      ${storedText(by)}, ${searched}::text[])
    on conflict (organization, batch_key) do nothing returning batch_key`
  return made.length > 0
})
const insertFree = Effect.fnUntraced(function* (sql: SqlClient, organization: string, row: NewRow, act: Act) {
  const [last] = yield* sql<{ readonly ordinal: number }>`
    select ordinal from hangtag_batch where organization = ${organization} order by ordinal desc limit 1`
  for (let number = last?.ordinal ?? 0; ; number++) {
    const key = readableKey(act.at, number)
    if (yield* insert(sql, organization, key, row, act)) return key
  }
})

/** Fails where as many batches are open as may be: in a turn of the organization none is made meanwhile. */
const requireRoom = Effect.fnUntraced(function* (sql: SqlClient, organization: string, limit: number) {
  if (!Number.isFinite(limit)) return
  const [found] = yield* sql<{ readonly open: number }>`
    select count(*)::int as open from (select from hangtag_batch
      where organization = ${organization} and status = 'open' limit ${limit}) b`
  if (found!.open >= limit) return yield* new TooManyOpen({ resource: "batch", open: found!.open, limit })
})

/** Makes an open batch, in the organization's turn; without a key one of `batchKey` that is free. */
export const createBatch = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  { key, name, kind, brand_key, reverts = null }: BatchToMake,
  act: Act,
  openLimit: number,
) {
  if (brand_key !== null) {
    const [brand] = yield* changingBrands(sql, organization, sql`${comparable(brand_key)}`)
    if (brand === undefined) return yield* new NotFound({ resource: "brand", key: brand_key })
  }
  const row = { name, kind, brand_key, reverts }
  const fault = key === null ? undefined : storingFault(key, [key])
  if (fault !== undefined)
    return yield* new BatchUnsuitable({ batch_key: key!, problem: `cannot be kept: ${fault}` })
  yield* requireRoom(sql, organization, openLimit)
  if (key === null) return yield* insertFree(sql, organization, row, act)
  if (yield* insert(sql, organization, key, row, act)) return key
  const problem = "is there already; take another key, or none"
  return yield* new BatchUnsuitable({ batch_key: key, problem })
})
