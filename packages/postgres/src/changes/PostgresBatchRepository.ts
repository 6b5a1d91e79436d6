import {
  BatchBusy,
  BatchPublished,
  type BatchRecordFound,
  BatchRepository,
  basePriceList,
  type FillPlan,
  type FillSnapshot,
  NotFound,
  unfit,
} from "@hangtag/core"
import { namedList, noOutcome, outcomeWith, spanned } from "@hangtag/core/adapter"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sqlState } from "../database/failures.ts"
import { comparable, toBigint } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { fixedStatement } from "../database/statements.ts"
import { addToCounts, rowsWritten } from "./batchCounts.ts"
import type { BatchRow } from "./batchRows.ts"
import { fillParts, isHeld } from "./fillParts.ts"
import { recordPage } from "./recordPage.ts"

/** Puts the plan's records into the batch; what it held of an updated pair leaves it. Tells how many more it holds. */
const applyPlan = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { added, updated }: FillPlan,
  at: bigint,
) {
  const columns = (records: FillPlan["added"]) => ({
    variants: records.map((record) => record.variant_key),
    types: records.map((record) => record.price_type),
    keys: records.map((record) => record.record_key),
  })
  let more = 0
  if (updated.length > 0) {
    const { variants, types, keys } = columns(updated)
    // by place, found a pair at a time: a join could be planned as everything with everything
    more -= yield* rowsWritten(
      sql,
      sql`delete from hangtag_batch_record where ctid = any(array(
        select b.ctid from unnest(${variants}::text[], ${types}::text[], ${keys}::uuid[])
          u(variant_key, price_type, record_key)
        cross join lateral (select b.ctid, b.filled, b.record_key from hangtag_batch_record b
          where b.organization = ${organization} and b.batch_key = ${batchKey}
            and b.variant_key = u.variant_key and b.price_type = u.price_type and b.record_key <> u.record_key
          offset 0) b
        cross join lateral (select from hangtag_price_record p
          where p.organization = ${organization} and p.record_key = b.record_key and ${isHeld(sql, at)} limit 1) p))
        returning batch_key`,
    )
  }
  const records = [...added, ...updated]
  if (records.length === 0) return more
  const { variants, types, keys } = columns(records)
  const searchTypes = types.map((type) => type.toLowerCase())
  more += yield* rowsWritten(
    sql,
    sql`insert into hangtag_batch_record
        (organization, batch_key, variant_key, price_type, record_key, search_type, filled)
      select ${organization}, ${batchKey}, u.*, true from unnest(
        ${variants}::text[], ${types}::text[], ${keys}::uuid[], ${searchTypes}::text[]) u
      on conflict do nothing returning batch_key`,
  )
  return more
})

/** Milliseconds to wait for another fill: who waits has a connection meanwhile. */
const lockTimeout = 2_000

const make = Effect.map(SqlClient, (sql) => {
  const page = recordPage(sql)
  /** How large the batch is, and every price type that the organization has ever had a price of. */
  const beforeSearch = fixedStatement(
    sql,
    ["org", "batch"],
    ({ org, batch }: Record<"org" | "batch", string | null>) => sql<{
      readonly records: number
      readonly types: ReadonlyArray<string>
    }>`
      select b.records, array(select distinct t.price_type from hangtag_brand b
        cross join lateral unnest(b.price_types) t(price_type) where b.organization = ${org}) as types
      from hangtag_batch b where b.organization = ${org} and b.batch_key = ${batch}`,
  )
  const searchedFor = Effect.fnUntraced(function* (organization: string, batchKey: string, search: string) {
    const needle = search.toLowerCase()
    const statement = beforeSearch({ org: comparable(organization), batch: comparable(batchKey) })
    const [batch] = yield* scopedRead(sql, organization, "BatchRepository.records", statement, "generic")
    // JavaScript folds case as variants' texts are folded
    return batch && { ...batch, types: batch.types.filter((type) => type.toLowerCase().includes(needle)) }
  })
  return BatchRepository.of({
    fill: Effect.fn("BatchRepository.fill")(function* (organization, batchKey, request, at, decide) {
      const work = Effect.gen(function* () {
        // the lock keeps other fills, publishing, and imports into this batch out until the commit
        const [batch] = yield* sql<Pick<BatchRow, "key" | "kind" | "status">>`
          select batch_key as key, kind, status from hangtag_batch
          where organization = ${comparable(organization)} and batch_key = ${comparable(batchKey)} for update`.pipe(
          Effect.mapError((error) =>
            sqlState(error) === "55P03" ? new BatchBusy({ batch_key: batchKey }) : error,
          ),
        )
        if (batch === undefined) return yield* new NotFound({ resource: "batch", key: batchKey })
        if (batch.status === "published") return yield* new BatchPublished({ batch_key: batchKey })
        const problem = unfit(batch, "republish")
        if (problem !== undefined) return yield* problem
        const moment = toBigint(at)
        let outcome = noOutcome
        let records = 0
        const fillPart = Effect.fnUntraced(function* (part: typeof request, snapshot: FillSnapshot) {
          const plan = decide(part, snapshot, outcome)
          if ("_tag" in plan) return yield* plan
          outcome = outcomeWith(outcome, plan)
          records += yield* applyPlan(sql, organization, batchKey, plan, moment)
        })
        yield* fillParts(sql, organization, batchKey, request, moment, fillPart)
        if (records !== 0) yield* addToCounts(sql, organization, batchKey, { records, withdrawals: 0 })
        return outcome
      })
      return yield* scoped(sql, organization, "BatchRepository.fill", work, { lockTimeout })
    }),

    records: spanned(
      "BatchRepository.records",
      Effect.fnUntraced(function* (organization, batchKey, query) {
        const searched =
          query.search === null ? undefined : yield* searchedFor(organization, batchKey, query.search)
        if (query.search !== null && searched === undefined) return Option.none()
        const [statement, planning] = page(organization, batchKey, query, searched)
        const rows = yield* scopedRead(sql, organization, "BatchRepository.records", statement, planning)
        if (rows.length === 0) return Option.none()
        const items = rows.flatMap((row): Array<BatchRecordFound> => {
          if (row.record_key === null) return []
          const { total: _, price_list, ends, ...record } = row
          // most are prices of base, and copied once
          if (price_list === basePriceList && ends === null) return [record]
          return [{ ...record, ...namedList(price_list), ...(ends !== null && { ends }) }]
        })
        return Option.some({ items, total: rows[0]!.total, offset: query.offset, limit: query.limit })
      }),
    ),
  })
})

/** `BatchRepository` on Postgres; the database must be migrated. */
export const PostgresBatchRepository: Layer.Layer<BatchRepository, never, SqlClient> = Layer.effect(
  BatchRepository,
  make,
)
