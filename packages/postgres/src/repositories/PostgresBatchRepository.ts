import {
  BatchPublished,
  type BatchRecord,
  BatchRepository,
  type BatchStatus,
  type FillPlan,
  fillOutcome,
  NotFound,
  planOutcome,
} from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scoped, scopedRead } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"
import { fillParts, isHeld } from "./fillParts.ts"
import { comparableUuid } from "./JobRow.ts"
import { toBigint } from "./toBigint.ts"
import { matchesSearch } from "./variantSearch.ts"

/** Puts the plan's records into the batch; what it held of an updated pair leaves it. */
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
  if (updated.length > 0) {
    const { variants, types, keys } = columns(updated)
    // by place, found a pair at a time: a join could be planned as everything with everything
    yield* sql`
      delete from hangtag_batch_record where ctid = any(array(
        select b.ctid from unnest(${variants}::text[], ${types}::text[], ${keys}::uuid[])
          u(variant_key, price_type, record_key)
        cross join lateral (select b.ctid, b.filled, b.record_key from hangtag_batch_record b
          where b.organization = ${organization} and b.batch_key = ${batchKey}
            and b.variant_key = u.variant_key and b.price_type = u.price_type and b.record_key <> u.record_key
          offset 0) b
        cross join lateral (select from hangtag_price_record p
          where p.organization = ${organization} and p.record_key = b.record_key and ${isHeld(sql, at)} limit 1) p))`
  }
  const records = [...added, ...updated]
  if (records.length === 0) return
  const { variants, types, keys } = columns(records)
  const searchTypes = types.map((type) => type.toLowerCase())
  yield* sql`
    insert into hangtag_batch_record
      (organization, batch_key, variant_key, price_type, record_key, search_type, filled)
    select ${organization}, ${batchKey}, u.*, true from unnest(
      ${variants}::text[], ${types}::text[], ${keys}::uuid[], ${searchTypes}::text[]) u
    on conflict do nothing`
})

type RecordRow = BatchRecord & { readonly total: number }

const make = Effect.map(SqlClient, (sql) =>
  BatchRepository.of({
    fill: Effect.fn("BatchRepository.fill")(function* (organization, batchKey, request, at, decide) {
      const work = Effect.gen(function* () {
        // the lock keeps other fills, publishing, and imports into this batch out until the commit
        const [batch] = yield* sql<{ status: BatchStatus }>`
          select status from hangtag_batch
          where organization = ${comparable(organization)} and batch_key = ${comparable(batchKey)} for update`
        if (batch === undefined) return yield* new NotFound({ resource: "batch", key: batchKey })
        if (batch.status === "published") return yield* new BatchPublished({ batch_key: batchKey })
        const moment = toBigint(at)
        const outcomes = yield* fillParts(sql, organization, batchKey, request, moment, (part, snapshot) => {
          const plan = decide(part, snapshot)
          return Effect.as(applyPlan(sql, organization, batchKey, plan, moment), planOutcome(plan))
        })
        return fillOutcome(outcomes)
      })
      return yield* scoped(sql, organization, "BatchRepository.fill", work)
    }),

    records: Effect.fn("BatchRepository.records")(function* (organization, batchKey, query) {
      const { offset, limit, search, after } = query
      // not the text itself, which a caller without types could make anything
      const direction = query.sort === "desc" ? "desc" : "asc"
      const org = comparable(organization)
      const needle = search === null ? null : comparable(search.toLowerCase())
      const matches =
        search === null
          ? sql`true`
          : sql`(strpos(r.search_type, ${needle}) > 0 or ${matchesSearch(sql, 2, needle)})`
      const variantOf = (alias: string) =>
        sql`left join hangtag_variant v on v.organization = ${org} and v.variant_key = ${sql.literal(alias)}.variant_key`
      const key = comparable(batchKey)
      // by the key itself, not the batch's row: the count then needs nothing of that, and may run in parallel
      const from = sql`from hangtag_batch_record r ${search === null ? sql`` : variantOf("r")}
        where r.organization = ${org} and r.batch_key = ${key} and ${matches}`
      const order = (alias: string) =>
        sql.literal(
          ["variant_key", "price_type", "record_key"].map((key) => `${alias}.${key} ${direction}`).join(", "),
        )
      const beyond =
        after === undefined
          ? sql``
          : sql`and (r.variant_key, r.price_type, r.record_key) ${sql.literal(direction === "asc" ? ">" : "<")}
              (${comparable(after.variant_key)}, ${comparable(after.price_type)}, ${comparableUuid(after.record_key)})`
      // one statement, so that total and page agree; the page's keys are cut before anything is looked up for them
      const rows = yield* scopedRead(
        sql,
        organization,
        "BatchRepository.records",
        sql<RecordRow | { readonly record_key: null; readonly total: number }>`
          select h.record_key, h.variant_key, v.name as variant_name, h.price_type, p.amount, p.effective_from,
            p.status, (select count(*)::int ${from}) as total
          from hangtag_batch b
          left join (select r.variant_key, r.price_type, r.record_key ${from} ${beyond}
            order by ${order("r")} offset ${offset} limit ${limit}) h on true
          left join hangtag_price_record p on p.organization = ${org} and p.record_key = h.record_key
          ${variantOf("h")}
          where b.organization = ${org} and b.batch_key = ${key}
          order by ${order("h")}`,
      )
      if (rows.length === 0) return Option.none()
      const items = rows.flatMap((row): Array<BatchRecord> => {
        if (row.record_key === null) return []
        const { total: _, ...record } = row
        return [record]
      })
      return Option.some({ items, total: rows[0]!.total, offset, limit })
    }),
  }),
)

/** `BatchRepository` on Postgres; the database must be migrated. */
export const PostgresBatchRepository: Layer.Layer<BatchRepository, never, SqlClient> = Layer.effect(
  BatchRepository,
  make,
)
