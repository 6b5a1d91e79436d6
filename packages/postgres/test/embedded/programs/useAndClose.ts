/** Opens the database of a directory, uses it, and leaves the scope. It does not exit: the process must end by itself. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type * as Embedded from "../../../src/embedded/index.ts"

/** The build, where its entry is given, otherwise the sources. */
const entry = process.argv[3] ?? "../../../src/embedded/index.ts"
const { EmbeddedPostgres }: typeof Embedded = await import(entry)

const program = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* Effect.forEach([1, 2, 3], () => sql`select 1`, { concurrency: "unbounded" })
  console.log("used")
})

await Effect.runPromise(Effect.provide(program, EmbeddedPostgres.layer({ dataDir: process.argv[2] })))
