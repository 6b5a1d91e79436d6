import type { AttributeEntry } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { comparableKeys, storingFault } from "../database/parameters.ts"
import { foldEntries } from "./foldEntries.ts"

/** Writes attribute labels within the surrounding scope. */
export const saveAttributes = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<AttributeEntry>,
) {
  const keys = comparableKeys(entries.map((entry) => entry.attribute_key))
  const kept = yield* sql<AttributeEntry>`
    select attribute_key, label from hangtag_attribute_label
    where organization = ${organization} and attribute_key = any(${keys}::text[])`
  const { result, changed } = foldEntries<AttributeEntry, AttributeEntry>(
    entries,
    new Map(kept.map((entry) => [entry.attribute_key, entry])),
    {
      keyOf: (entry) => entry.attribute_key,
      fault: (entry) => storingFault(entry, [entry.attribute_key]),
      next: (entry, before) => (before !== undefined && before.label === entry.label ? before : entry),
    },
  )
  if (changed.length > 0) {
    yield* sql`
      insert into hangtag_attribute_label (organization, attribute_key, label)
      select ${organization}, r.attribute_key, r.label
      from json_to_recordset(${JSON.stringify(changed)}::json) as r(attribute_key text, label text)
      on conflict (organization, attribute_key) do update set label = excluded.label`
  }
  return result
})
