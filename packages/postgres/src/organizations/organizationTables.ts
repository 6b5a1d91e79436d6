import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { scoped } from "../database/scoped.ts"
import { schemaVersion } from "../schema/migrate.ts"

/** What no file of an organization holds, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  migration: "to which version the database was brought; holds nothing of organizations",
  frozen: "that an organization takes no writes is said of one installation",
  export_snapshot: "exports that are reading an embedded database",
  kept_product: "a copy that such an export reads",
  kept_product_version: "a copy that such an export reads",
  kept_variant: "a copy that such an export reads",
  kept_price_record: "a copy that such an export reads",
}

/** A table with organizations' rows. */
export interface OrganizationTable {
  /** Without `hangtag_`. */
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** By which its rows are in one order. */
  readonly key: ReadonlyArray<string>
  /** Numbers that the database gives out to all organizations. */
  readonly numbered: ReadonlyArray<string>
  readonly parents: ReadonlyArray<string>
}

/** Those that others refer to before these. */
const inOrder = (tables: ReadonlyArray<OrganizationTable>): ReadonlyArray<OrganizationTable> => {
  const placed = new Set<OrganizationTable>()
  const place = (table: OrganizationTable) => {
    for (const other of tables)
      if (other !== table && table.parents.includes(other.name) && !placed.has(other)) place(other)
    placed.add(table)
  }
  for (const table of tables) place(table)
  return [...placed]
}

/**
 * Every table that has a column for the organization, as the database has them, those that others refer to first. In the
 * surrounding transaction.
 */
export const organizationTables = (
  sql: SqlClient,
): Effect.Effect<ReadonlyArray<OrganizationTable>, SqlError> =>
  Effect.map(
    sql<OrganizationTable>`
      with own as (
        select c.table_name::text as table_name, format('%I.%I', c.table_schema, c.table_name)::regclass as id
        from information_schema.columns c
        where c.table_schema = current_schema() and c.column_name = 'organization' and c.table_name like 'hangtag\\_%')
      select substr(o.table_name, 9) as name,
        (select array_agg(c.column_name::text order by c.ordinal_position) from information_schema.columns c
          where c.table_schema = current_schema() and c.table_name = o.table_name) as columns,
        coalesce((select array_agg(a.attname::text order by k.place) from pg_index i
          cross join lateral unnest(i.indkey) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
          where i.indrelid = o.id and i.indisprimary), '{}') as key,
        coalesce((select array_agg(a.attname::text) from pg_attribute a
          where a.attrelid = o.id and a.attidentity <> ''), '{}') as numbered,
        coalesce((select array_agg(distinct substr(p.relname::text, 9)) from pg_constraint f
          join pg_class p on p.oid = f.confrelid
          where f.conrelid = o.id and f.contype = 'f' and f.conparentid = 0), '{}') as parents
      from own o order by 1`,
    inOrder,
  )

/** Those that a file of an organization has. */
export const exportedTables = (sql: SqlClient) =>
  Effect.map(organizationTables(sql), (tables) => tables.filter(({ name }) => !Object.hasOwn(leftOut, name)))

/** What is known of an organization's rows before they come. */
export interface RowsToCome {
  readonly organization: string
  readonly schema_version: number
  /** The columns of each table. */
  readonly tables: Readonly<Record<string, ReadonlyArray<string>>>
}

/** What stands at the head of an organization's file. */
export const rowsToCome = Effect.fn("rowsToCome")(function* (organization: string) {
  const sql = yield* SqlClient
  const tables = yield* scoped(sql, organization, "rowsToCome", exportedTables(sql))
  const columns = Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))
  return { organization, schema_version: schemaVersion, tables: columns } satisfies RowsToCome
})
