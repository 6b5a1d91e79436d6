import { randomBytes } from "node:crypto"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { createTestDatabase, layerOf } from "./createTestDatabase.ts"

/** A user that may log in to a new, empty database and nothing else; `admin` and `asAdmin` run a statement, and more, as its owner. */
export const limitedUser = Effect.gen(function* () {
  const url = yield* createTestDatabase("empty")
  const user = `limited_${randomBytes(6).toString("hex")}`
  const asAdmin = <A, E>(effect: Effect.Effect<A, E, SqlClient>) =>
    Effect.provide(effect, Layer.fresh(layerOf(url)))
  const admin = (statement: string) => asAdmin(Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)))
  yield* admin(`create role ${user} login password 'secret'`)
  const theirs = new URL(url)
  theirs.username = user
  theirs.password = "secret"
  const as = <A, E>(effect: Effect.Effect<A, E, SqlClient>) =>
    Effect.provide(effect, Layer.fresh(layerOf(theirs.href)))
  return { user, admin, as, asAdmin }
})
