import { once } from "node:events"
import { createServer } from "node:net"
import { inspect } from "node:util"
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { onTestFinished } from "vitest"
import { DatabaseConnectionFailed } from "../../src/database/DatabaseConnectionFailed.ts"
import { type ServerOptions, serverLayer } from "../../src/database/serverLayer.ts"
import { PostgresServer } from "../support/PostgresServer.ts"
import { testServer } from "../support/testServer.ts"

const password = "s3cret/#?@"
const url = (address: string, database = "postgres") =>
  `postgres://hangtag:${encodeURIComponent(password)}@${address}/${database}`

const failure = async (text: string, options: Partial<ServerOptions> = {}) => {
  const built = Effect.scoped(Layer.build(serverLayer({ url: Redacted.make(text), ...options })))
  const error = await Effect.runPromise(Effect.flip(built))
  assert(error instanceof DatabaseConnectionFailed)
  const shown = [
    error.message,
    JSON.stringify(error),
    inspect(error, { depth: 9 }),
    String(error.stack),
  ].join()
  for (const secret of [password, encodeURIComponent(password), "s3cret"]) expect(shown).not.toContain(secret)
  return error
}

describe("serverLayer without a server", () => {
  it.each([
    ["what?", "it is not a URL"],
    ["mysql://hangtag:s3cret@localhost/x", "it begins with mysql://"],
    ["postgres://hangtag:s3cret#x@localhost/x", "it is not a URL"],
    ["postgres://hangtag:s3cret@localhost/x?connect_timeout=soon", "connect_timeout is a number of seconds"],
  ])("says what is wrong with the URL %s", async (text, detail) => {
    const error = await failure(text)
    expect(error).toMatchObject({ reason: "invalid url", retryable: false })
    expect(error.message).toContain(`The Postgres URL is not valid (${detail})`)
  })

  it("says that nothing answers at an address", async () => {
    const probe = createServer().listen(0, "127.0.0.1")
    await once(probe, "listening")
    const address = probe.address()
    assert(typeof address === "object" && address !== null)
    probe.close()
    const error = await failure(url(`127.0.0.1:${address.port}`))
    expect(error).toMatchObject({ reason: "unreachable", retryable: true })
    expect(error.message).toMatch(/^No Postgres server answers at 127\.0\.0\.1:\d+ \(connect ECONNREFUSED/)
  })

  it("outlives a server that ends a connection in the very data that it accepts it with", async () => {
    const message = (type: string, body: string) => {
      const head = Buffer.alloc(5)
      head.write(type)
      head.writeInt32BE(4 + body.length, 1)
      return Buffer.concat([head, Buffer.from(body)])
    }
    const accepted = Buffer.concat([
      message("R", "\0\0\0\0"),
      message("Z", "I"),
      message("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
    ])
    const restarting = createServer((socket) => {
      socket.once("data", () => socket.end(accepted)).on("error", () => {})
    })
    await once(restarting.listen(0, "127.0.0.1"), "listening")
    onTestFinished(() => void restarting.close())
    const address = restarting.address()
    assert(typeof address === "object" && address !== null)
    const unheard = await failure(url(`127.0.0.1:${address.port}`))
    expect(unheard.message).toContain("No Postgres server answers")
  })

  it("gives up on a server that never says a word", async () => {
    const silent = createServer().listen(0, "127.0.0.1")
    await once(silent, "listening")
    const address = silent.address()
    assert(typeof address === "object" && address !== null)
    const error = await failure(url(`127.0.0.1:${address.port}`), { connectTimeout: "50 millis" })
    silent.close()
    expect(error).toMatchObject({ reason: "unreachable", detail: "timeout expired" })
  })
})

describe.skipIf(testServer.unavailable)("serverLayer", () => {
  const running = () => {
    assert(testServer.unavailable === undefined)
    return new URL(testServer.url)
  }

  it("says that user or password are wrong", async () => {
    const error = await failure(url(running().host))
    expect(error).toMatchObject({ reason: "credentials", retryable: false })
    expect(error.message).toContain('password authentication failed for user "hangtag"')
  })

  it("says that there is no such database", async () => {
    const wrong = running()
    wrong.pathname = "nowhere"
    const error = await failure(wrong.href)
    expect(error.reason).toBe("unknown database")
    expect(error.message).toContain('database "nowhere" does not exist')
  })

  it("says that the server has no TLS when the URL asks for it", async () => {
    const error = await failure(`${running().href}?sslmode=require`)
    expect(error).toMatchObject({ reason: "other", detail: "The server does not support SSL connections" })
  })

  it("takes the next of several servers where the first does not answer, or is not what is asked for", async () => {
    const several = running().href.replace("@", "@127.0.0.1:1,")
    const find = Effect.flatMap(SqlClient, (sql) => sql`select pg_is_in_recovery() as standby`)
    for (const target of ["", "?target_session_attrs=read-write"])
      expect(
        await Effect.runPromise(Effect.provide(find, serverLayer({ url: Redacted.make(several + target) }))),
      ).toEqual([{ standby: false }])
    const error = await failure(`${several}?target_session_attrs=standby`)
    expect(error.message).toContain("the server is not standby")
    const unknown = await failure(`${several}?target_session_attrs=nearest`)
    expect(unknown.reason).toBe("invalid url")
  })

  it("ends a statement that takes too long, and keeps UTC", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const error = yield* Effect.flip(sql`select pg_sleep(60)`)
      expect(error.reason._tag).toBe("StatementTimeoutError")
      expect(yield* sql`select current_setting('timezone') as zone`).toEqual([{ zone: "UTC" }])
    }).pipe(
      Effect.provide(serverLayer({ url: Redacted.make(running().href), statementTimeout: "500 millis" })),
      Effect.runPromise,
    ))

  it("fails a transaction as retryable that finds every connection in use", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql.reserve
      const refused = yield* Effect.flip(sql.withTransaction(sql`select 1`))
      expect(refused).toMatchObject({ isRetryable: true, message: expect.stringContaining("No connection") })
    }).pipe(
      Effect.scoped,
      Effect.provide(
        serverLayer({ url: Redacted.make(running().href), maxConnections: 1, waitTimeout: "50 millis" }),
      ),
      Effect.runPromise,
    ))

  it("ends a transaction whose client went silent", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { reserve } = sql
      const silent = Effect.gen(function* () {
        const [session] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
        const outside = yield* reserve
        const alive = "select from pg_stat_activity where pid = $1"
        yield* outside
          .executeRaw(alive, [session!.pid])
          .pipe(Effect.repeat({ until: (result) => (result as { rowCount: number }).rowCount === 0 }))
      })
      const error = yield* Effect.flip(sql.withTransaction(Effect.scoped(silent)))
      // the server's last words, the end of the socket and what a write to it meets arrive in any order
      expect(String(error.reason.cause)).toMatch(
        /idle-in-transaction timeout|Connection closed|ECONNRESET|EPIPE/,
      )
    }).pipe(
      Effect.provide(
        serverLayer({ url: Redacted.make(running().href), idleInTransactionTimeout: "50 millis" }),
      ),
      Effect.runPromise,
    ))
})

describe.skipIf(testServer.unavailable)("serverLayer, while its server crashes and comes back", () => {
  it("fails what was under way as retryable, and works on afterwards with everything committed", async () => {
    const server = await PostgresServer.create()
    onTestFinished(() => server.dispose())
    await Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table t (n int)`
      yield* sql`insert into t values (1)`
      const crash = Effect.promise(() => server.stop("immediate"))
      const errors = yield* Effect.forEach(
        [
          sql.withTransaction(
            Effect.andThen(sql`insert into t values (2)`, Effect.andThen(crash, sql`select 1`)),
          ),
          sql`select pg_sleep(60)`,
          sql.withTransaction(sql`select pg_sleep(60)`),
        ],
        (effect) => Effect.flip(effect),
        { concurrency: "unbounded" },
      )
      for (const error of errors) expect(error._tag).toBe("SqlError")
      expect(yield* Effect.flip(sql`select 1`)).toMatchObject({ isRetryable: true })
      yield* Effect.promise(() => server.start())
      expect(yield* sql`select n from t`).toEqual([{ n: 1 }])
    }).pipe(Effect.provide(serverLayer({ url: Redacted.make(server.url) })), Effect.runPromise)
  })
})
