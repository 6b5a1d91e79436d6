import { type BatchEntry, batchKeyFault, type PriceBatchStatus } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { folded } from "../catalog/productListing.ts"
import { comparableKeys, storingFault } from "../database/parameters.ts"
import { foldEntries } from "./foldEntries.ts"

/** Writes batches within the surrounding scope. */
export const saveBatches = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<BatchEntry>,
) {
  type Kept = Omit<BatchEntry, "status"> & { readonly status: PriceBatchStatus }
  // in key order, and for update: a fill of one of them ends first
  const kept = yield* sql<Kept>`
    select batch_key as key, status from hangtag_batch
    where organization = ${organization} and batch_key = any(${comparableKeys(entries.map((entry) => entry.key))}::text[])
    order by batch_key for update`
  const { result, changed } = foldEntries<BatchEntry, Kept>(
    entries,
    new Map(kept.map((batch) => [batch.key, batch])),
    {
      keyOf: (entry) => entry.key,
      fault: (entry, batch) =>
        batch?.status === "discarded" || (batch?.status === "published" && entry.status === "open")
          ? `batch ${JSON.stringify(entry.key)} is ${batch.status} and cannot be opened again`
          : (storingFault(entry, [entry.key]) ??
            (batch === undefined ? batchKeyFault(entry.key) : undefined)),
      next: (entry, batch) =>
        batch !== undefined && (batch.status === "published" || batch.status === entry.status)
          ? batch
          : entry,
    },
  )
  if (changed.length > 0) {
    yield* sql`
      insert into hangtag_batch (organization, batch_key, status, search_text)
      select ${organization}, u.key, u.status, array[u.searched, ''] from unnest(
        ${changed.map((batch) => batch.key)}::text[], ${changed.map((batch) => batch.status)}::text[],
        ${folded(...changed.map((batch) => batch.key))}::text[]) u(key, status, searched)
      on conflict (organization, batch_key) do update set status = excluded.status`
  }
  return result
})
