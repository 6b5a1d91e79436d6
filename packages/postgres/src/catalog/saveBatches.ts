import type { BatchEntry } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparableKeys, storingFault } from "../sql/storable.ts"
import { foldEntries } from "./foldEntries.ts"

/** Writes batches within the surrounding scope. */
export const saveBatches = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<BatchEntry>,
) {
  // in key order, and for update: a fill of one of them ends first
  const kept = yield* sql<BatchEntry>`
    select batch_key as key, status from hangtag_batch
    where organization = ${organization} and batch_key = any(${comparableKeys(entries.map((entry) => entry.key))}::text[])
    order by batch_key for update`
  const { result, changed } = foldEntries<BatchEntry, BatchEntry>(
    entries,
    new Map(kept.map((batch) => [batch.key, batch])),
    {
      keyOf: (entry) => entry.key,
      fault: (entry, batch) =>
        batch?.status === "published" && entry.status === "open"
          ? `batch ${JSON.stringify(entry.key)} is published and cannot be opened again`
          : storingFault(entry, [entry.key]),
      next: (entry, batch) =>
        batch !== undefined && (batch.status === "published" || batch.status === entry.status)
          ? batch
          : entry,
    },
  )
  if (changed.length > 0) {
    yield* sql`
      insert into hangtag_batch (organization, batch_key, status)
      select ${organization}, u.* from unnest(${changed.map((batch) => batch.key)}::text[],
        ${changed.map((batch) => batch.status)}::text[]) u
      on conflict (organization, batch_key) do update set status = excluded.status`
  }
  return result
})
