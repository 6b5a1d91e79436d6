import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { functionStatements } from "./functions.ts"
import { tableStatements } from "./tables.ts"

/** The schema version that a new database begins with, and the oldest that is carried on. */
export const baselineVersion = 33

/** Makes everything that a database of the baseline's version has. */
export const baseline = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of [...tableStatements, ...functionStatements]) yield* sql.unsafe(statement)
})
