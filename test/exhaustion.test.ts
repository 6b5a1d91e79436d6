import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, layerOf } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { freePort, hangtag, type Running } from "./hangtag.ts"

describe.skipIf(testServer.unavailable !== undefined)(
  "a server whose database lets too little through",
  () => {
    const role = `limited_${Math.random().toString(36).slice(2)}`
    const folder = mkdtempSync(join(tmpdir(), "hangtag-exhaustion-"))
    const scope = Scope.makeUnsafe()
    let owner: string
    let base: string
    let server: Running
    const asOwner = <A, E>(work: Effect.Effect<A, E, SqlClient>) =>
      Effect.runPromise(Effect.provide(work, layerOf(owner)))
    beforeAll(async () => {
      owner = await Effect.runPromise(Scope.provide(createTestDatabase("migrated"), scope))
      await asOwner(
        Effect.flatMap(SqlClient, (sql) =>
          sql.unsafe(`create role ${role} login password 'pw' in role hangtag_app connection limit 3`),
        ),
      )
      const url = Object.assign(new URL(owner), { username: role, password: "pw" }).href
      const port = await freePort()
      base = `http://127.0.0.1:${port}`
      const env = { DATABASE_URL: url, HANGTAG_DATA: folder, HANGTAG_DEMO: "off", LOG_LEVEL: "none" }
      server = await hangtag(["serve", "--no-worker"], "serves on", {
        ...env,
        PORT: String(port),
        REQUEST_TIMEOUT: "1s",
      })
    })
    afterAll(async () => {
      await server?.stop("SIGKILL")
      await asOwner(Effect.flatMap(SqlClient, (sql) => sql.unsafe(`drop role ${role}`)))
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(folder, { recursive: true, force: true })
    })

    /** How many requests were answered how, each `status Retry-After`. */
    const answers = async (count: number) => {
      const asked = Array.from({ length: count }, async () => {
        const response = await fetch(`${base}/api/products/P/variants/search?q=x`, {
          signal: AbortSignal.timeout(10_000),
        })
        await response.text()
        return `${response.status} ${response.headers.get("retry-after") ?? "-"}`
      })
      return new Set(await Promise.all(asked))
    }

    /** A busy machine may want the second that a request may take for what the flood has left. */
    const worksOn = () => expect.poll(() => answers(1), { timeout: 20_000 }).toEqual(new Set(["404 -"]))

    it("answers 503 with Retry-After where the database takes no more connections, and works on", async () => {
      const takes = (connections: number) =>
        asOwner(
          Effect.gen(function* () {
            const sql = yield* SqlClient
            yield* sql.unsafe(`alter role ${role} connection limit ${connections}`)
            if (connections > 0) return
            yield* sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`
          }),
        )
      await takes(0)
      expect(await answers(40)).toEqual(new Set(["503 5"]))
      await takes(3)
      await worksOn()
    })

    it("answers 503 with Retry-After where every connection waits for a lock, and works on once it is gone", async () => {
      await asOwner(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql`lock table hangtag_product in access exclusive mode`
          expect(yield* Effect.promise(() => answers(40))).toEqual(new Set(["503 5"]))
        }).pipe((locked) => Effect.flatMap(SqlClient, (sql) => sql.withTransaction(locked))),
      )
      await worksOn()
    })
  },
)
