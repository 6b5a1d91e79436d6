import type { SqlClient } from "effect/sql/SqlClient"

const property = Symbol("@hangtag/postgres/database/schemaPath")

/** The `search_path` that names the schema alone. */
export const schemaPath = (schema: string): string => `"${schema.replaceAll('"', '""')}"`

/** Notes the schema that the client was told its tables are in. */
export const withSchema = <Client extends SqlClient>(client: Client, schema: string | undefined): Client =>
  Object.assign(client, { [property]: schema })

/** The schema that the client was told its tables are in. */
export const schemaOf = (client: SqlClient): string | undefined =>
  (client as { readonly [property]?: string })[property]

/** What begins a transaction on a connection of the host's, which may look for tables elsewhere. */
export const beginning = (begin: string, schema: string | undefined): string =>
  schema === undefined
    ? begin
    : `${begin}; select set_config('search_path', '${schemaPath(schema).replaceAll("'", "''")}', true)`
