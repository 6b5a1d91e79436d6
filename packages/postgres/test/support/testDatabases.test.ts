import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { testDatabases } from "./testDatabases.ts"

for (const { name, unavailable, layer: database } of testDatabases) {
  describe.skipIf(unavailable)(name, () => {
    layer(database())("a migrated database", (it) => {
      it.effect("has the tables and nothing in them", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          expect(yield* sql`select count(*)::int as n from hangtag_product`).toEqual([{ n: 0 }])
        }),
      )
    })
    layer(database("empty"))("an empty database", (it) => {
      it.effect("has no tables", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          expect(yield* sql`select from pg_tables where schemaname = 'public'`).toEqual([])
        }),
      )
    })
  })
}
