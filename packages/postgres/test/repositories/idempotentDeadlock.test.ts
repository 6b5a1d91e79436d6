import { assert, describe, it } from "@effect/vitest"
import { IdempotencyStore, instantFromMicros } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scoped } from "../../src/database/scoped.ts"
import { PostgresIdempotencyStore } from "../../src/index.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { testServer } from "../support/testServer.ts"

const request = { key: "K", fingerprint: "F", at: instantFromMicros(1), expires_at: instantFromMicros(9e15) }

describe.skipIf(testServer.unavailable)("what is done once", () => {
  it.live("is begun again where others were in its way, though the failure has become an answer", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        const { once } = yield* IdempotencyStore
        let runs = 0
        const chosen = sql.unsafe("do $$ begin raise exception 'chosen' using errcode = '40P01'; end $$")
        const work = Effect.suspend(() => {
          const each = ++runs <= 2 ? Effect.as(chosen, "") : Effect.succeed("done")
          return scoped(sql, "mine", "work", each).pipe(Effect.mapError(() => ({ status: 503 })))
        })
        assert.strictEqual(yield* once("mine", request, work), "done")
        assert.strictEqual(runs, 3)
        const refused = Effect.fail({ status: 422 })
        const answer = yield* Effect.flip(once("mine", { ...request, key: "L" }, refused))
        assert.deepStrictEqual(answer, { status: 422 })
      }).pipe(Effect.provide(PostgresIdempotencyStore), Effect.provide(layerOf(url)))
    }).pipe(Effect.scoped),
  )
})
