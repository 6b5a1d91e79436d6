import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** The schema as the database tells it, to compare databases by. */
export const schemaState = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = yield* sql<{ what: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as what
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s', tablename, policyname, qual) from pg_policies
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('%s: %s', relname, relacl) from pg_class where relnamespace = 'public'::regnamespace
    order by 1`
  const migrations = yield* sql`select migration_id, name from hangtag_migration order by 1`
  return [...rows.map(({ what }) => what), ...migrations.map((row) => JSON.stringify(row))]
})

const catalogTables = [
  ...["brand", "product", "product_version", "variant", "price_record", "batch", "batch_record"],
  ...["crawl_discovery", "attribute", "attribute_label"],
]

/** Every row of the catalog without what differs from one import to the next, in order; of prices their order too. */
export const catalogState = Effect.gen(function* () {
  const sql = yield* SqlClient
  const state: Array<string> = []
  for (const table of catalogTables) {
    const order =
      table === "price_record" ? "row_number() over (partition by variant_key order by sequence)" : "0"
    const rows = yield* sql.unsafe<{ row: string }>(`
      select (to_jsonb(t) - 'updated_at' - 'record_key' - 'sequence' - 'known_at')::text || ' ' || ${order} as row
      from hangtag_${table} t order by 1`)
    state.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return state
})
