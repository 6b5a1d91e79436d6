import { createHash } from "node:crypto"
import {
  CallingOrganization,
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  IdempotencyStore,
  type RepeatableRequest,
} from "@hangtag/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { databaseUnavailable } from "../database/failures.ts"
import { inOwnTransaction } from "../database/hostTransaction.ts"
import { comparable, toBigint } from "../database/parameters.ts"
import { begunAgain, housekeeping, scoped } from "../database/scoped.ts"
import { storedJson } from "../database/storedJson.ts"

interface KeptRow {
  readonly fingerprint: string
  readonly answer: string
}

const keptAnswer = storedJson("hangtag_repeatable_request.answer", Schema.String)

const operation = "IdempotencyStore.once"

/** A hash of any texts, of one size and storable whatever they hold. */
const hashOf = (...texts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex")

const make = Effect.map(SqlClient, (sql) =>
  IdempotencyStore.of({
    forget: Effect.fn("IdempotencyStore.forget")(function* (at, limit) {
      const forgetting = "IdempotencyStore.forget"
      const rows = yield* housekeeping(
        sql,
        forgetting,
        sql<{ readonly organization: string; readonly request_key: string }>`
          select organization, request_key from hangtag_repeatable_request
          where expires_at <= ${toBigint(at)}::bigint and not exists (select from hangtag_frozen f
            where f.organization = hangtag_repeatable_request.organization)
          order by expires_at limit ${limit}`,
      )
      for (const [organization, own] of Map.groupBy(rows, (row) => row.organization)) {
        const keys = own.map(({ request_key }) => request_key)
        yield* scoped(
          sql,
          organization,
          forgetting,
          sql`delete from hangtag_repeatable_request
            where organization = ${organization} and request_key = any(${keys}::text[])
              and expires_at <= ${toBigint(at)}::bigint`,
        )
      }
      return rows.length
    }),

    once: <E, R>(organization: string, request: RepeatableRequest, work: Effect.Effect<string, E, R>) => {
      const org = comparable(organization)
      const key = hashOf(request.key)
      // Held to the transaction's end: another who comes with the key is answered so, and waits for no one.
      const lock = sql<{ readonly held: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${hashOf(organization, request.key)}, 0)) as held`
      const claim = Effect.gen(function* () {
        const [row] = yield* lock
        if (!row!.held) return yield* new IdempotencyKeyInUse()
        const [kept] = yield* sql<KeptRow>`
          select fingerprint, answer from hangtag_repeatable_request
          where organization = ${org} and request_key = ${key} and expires_at > ${toBigint(request.at)}`
        return kept
      })
      const keep = (answer: string) => sql`
        insert into hangtag_repeatable_request (organization, request_key, fingerprint, answer, expires_at)
        values (${org}, ${key}, ${hashOf(request.fingerprint)}, ${JSON.stringify(answer)},
          ${toBigint(request.expires_at)})
        on conflict (organization, request_key) do update
          set fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at`
      const once = Effect.gen(function* () {
        const kept = yield* scoped(sql, organization, operation, claim)
        if (kept !== undefined) {
          if (kept.fingerprint !== hashOf(request.fingerprint)) return yield* new IdempotencyKeyReused()
          return keptAnswer(kept.answer, organization, key)
        }
        const answer = yield* work
        yield* scoped(sql, organization, operation, keep(answer))
        return answer
      })
      const transaction = Effect.provideService(
        inOwnTransaction(sql.withTransaction(once)),
        CallingOrganization,
        organization,
      )
      return Effect.mapError(begunAgain(transaction), (error) =>
        isSqlError(error) ? databaseUnavailable(operation, error) : error,
      )
    },
  }),
)

/** `IdempotencyStore` on Postgres; the database must be migrated. */
export const PostgresIdempotencyStore: Layer.Layer<IdempotencyStore, never, SqlClient> = Layer.effect(
  IdempotencyStore,
  make,
)
