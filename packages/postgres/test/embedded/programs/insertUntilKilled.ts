/** Commits rows into the database of a directory, some in transactions, and prints each number once it is committed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { EmbeddedPostgres } from "../../../src/embedded/index.ts"

const program = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`create table if not exists kept (n int primary key, filler text)`
  const [last] = yield* sql<{ n: number }>`select coalesce(max(n), 0) as n from kept`
  const insert = (n: number) => sql`insert into kept values (${n}, repeat('x', 2000))`
  for (let n = last!.n + 1; ; n += 2) {
    yield* insert(n)
    console.log(n)
    yield* sql.withTransaction(insert(n + 1))
    console.log(n + 1)
  }
})

await Effect.runPromise(Effect.provide(program, EmbeddedPostgres.layer({ dataDir: process.argv[2] })))
