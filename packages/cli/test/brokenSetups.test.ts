import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { schemaVersion } from "@hangtag/postgres"
import { Clock, Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { freePort, run } from "../../../test/hangtag.ts"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"
import { createTestDatabase } from "../../postgres/test/support/createTestDatabase.ts"
import { openPool } from "../../postgres/test/support/openPool.ts"
import { testServer } from "../../postgres/test/support/testServer.ts"
import {
  babble,
  refusingBuckets,
  refusingPostgres,
  refusingRedis,
  wrongKeySets,
} from "./support/brokenServices.ts"
import { runHere } from "./support/commandLine.ts"

const folder = temporaryFolder(afterAll)
beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID = "key"
  process.env.AWS_SECRET_ACCESS_KEY = "hunter2"
})
afterAll(() => {
  delete process.env.AWS_ACCESS_KEY_ID
  delete process.env.AWS_SECRET_ACCESS_KEY
})

/** One sentence that says what to do. */
const tells = (complaint: string, expected: string) => {
  assert.include(complaint, expected)
  assert.match(complaint, /^hangtag: [^\n]+\n$/)
  assert.match(
    complaint,
    /\b(use|set|check|choose|correct|create|stop|run|give|free|make|unset|write|remove|delete|try|start)\b/i,
  )
  assert.notMatch(complaint, /\n\s+at |undefined|\[object|hunter2/)
}

const refuses = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Record<string, string>,
  expected: string,
) {
  const { code, complaint } = yield* runHere(args, { HANGTAG_DATA: join(folder, "data"), PORT: "0", ...env })
  tells(complaint, expected)
  assert.strictEqual(code, 1)
})

describe("a Postgres server", () => {
  it.live.each([
    ["28P01", "does not let this user in (that is not to be); check user and password in the URL"],
    ["28000", "does not let this user in (that is not to be); check user and password in the URL"],
    ["3D000", "has no such database (that is not to be); create it or correct its name in the URL"],
    ["53300", "failed (that is not to be); check the URL, and the log of the server"],
    ["57P03", "failed (that is not to be); check the URL, and the log of the server"],
  ])("that answers %s", ([code, expected]) =>
    Effect.gen(function* () {
      const port = yield* refusingPostgres
      yield* refuses(
        ["serve"],
        { DATABASE_URL: `postgres://${code}:hunter2@127.0.0.1:${port}/shop` },
        expected!,
      )
    }).pipe(Effect.scoped),
  )

  it.live.each([
    ["worker", "no server"],
    ["serve", "no server"],
    ["migrate", "no server"],
    ["doctor", "no server"],
  ])("that is not there: %s", ([command]) =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const env = { DATABASE_URL: `postgres://hangtag:hunter2@127.0.0.1:${port}/shop` }
      const { code, printed, complaint } = yield* runHere([command!], { ...env, HANGTAG_DATA: folder })
      assert.strictEqual(code, 1)
      assert.match(
        printed + complaint,
        new RegExp(`No Postgres server answers at 127.0.0.1:${port} \\(.*\\); check that it runs`),
      )
      assert.notInclude(printed + complaint, "hunter2")
    }),
  )

  it.live("whose name is unknown", () =>
    refuses(
      ["serve"],
      { DATABASE_URL: "postgres://hangtag@db.invalid/shop" },
      "No Postgres server answers at db.invalid:5432 (getaddrinfo",
    ),
  )

  it.live("that speaks something else", () =>
    Effect.gen(function* () {
      const port = yield* babble
      yield* refuses(
        ["serve"],
        { DATABASE_URL: `postgres://hangtag:hunter2@127.0.0.1:${port}/shop` },
        `No Postgres server answers at 127.0.0.1:${port} (`,
      )
    }).pipe(Effect.scoped),
  )

  it.live.each([
    ["postgres://hangtag@127.0.0.1/shop?sslmode=often", "(sslmode is one of disable, allow, prefer, "],
    ["postgres://hangtag@127.0.0.1/shop?connect_timeout=soon", "(connect_timeout is a number of seconds)"],
    ["postgres://hangtag%zz@127.0.0.1/shop", "(its percent-encoding is broken)"],
  ])("by a URL that it cannot be reached by: %s", ([url, expected]) =>
    refuses(["serve"], { DATABASE_URL: url! }, expected!),
  )
})

describe.skipIf(testServer.unavailable)("a database", () => {
  /** Runs statements as the owner. */
  const execute = (url: string, statements: string) =>
    Effect.promise(async () => {
      const pool = openPool(url)
      await pool.query(statements)
      await pool.end()
    })

  it.live("of a later version", () =>
    Effect.gen(function* () {
      const later = schemaVersion + 1
      const url = yield* createTestDatabase("migrated")
      yield* execute(url, `insert into hangtag_migration (migration_id, name) values (${later}, 'later')`)
      yield* refuses(["serve"], { DATABASE_URL: url }, `version ${later}`)
    }).pipe(Effect.scoped),
  )

  it.live("whose user may create nothing, or has no schema, or meets an older server", () =>
    Effect.gen(function* () {
      const user = `few_${randomBytes(6).toString("hex")}`
      const owner = yield* createTestDatabase("empty")
      yield* execute(owner, `create role ${user} login password 'hunter2'`)
      const env = {
        DATABASE_URL: Object.assign(new URL(owner), { username: user, password: "hunter2" }).href,
      }
      yield* refuses(["serve"], env, `Run as an administrator: GRANT CREATE ON SCHEMA "public" TO "${user}"`)
      yield* execute(owner, `alter role ${user} set search_path = nowhere`)
      yield* refuses(["serve"], env, "No schema of the user's search_path exists")
      yield* execute(
        owner,
        `create schema older; grant usage on schema older to ${user};
          create function older.current_setting(name text) returns text language sql as
            $$ select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end $$;
          alter role ${user} set search_path = older, pg_catalog`,
      )
      yield* refuses(["serve"], env, "The server is PostgreSQL 14. Use PostgreSQL 15 or later")
      yield* execute(owner, `drop schema older cascade; drop role ${user}`)
    }).pipe(Effect.scoped),
  )

  it.live("that MIGRATE=off leaves as it is", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("empty")
      for (const command of ["serve", "worker"])
        yield* refuses(
          [command],
          { DATABASE_URL: url, MIGRATE: "off" },
          "The database holds none of Hangtag's tables. Run hangtag migrate",
        )
    }).pipe(Effect.scoped),
  )

  it.live("whose tables another session holds while it is to be migrated", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      const pool = openPool(`${url}?application_name=nightly`)
      yield* Effect.addFinalizer(() => Effect.promise(() => pool.end()))
      const client = yield* Effect.acquireRelease(
        Effect.promise(() => pool.connect()),
        (client) => Effect.sync(() => client.release(true)),
      )
      // what migrating gives anew needs the whole table
      const statements = ["drop policy organization on hangtag_brand", "begin", "select from hangtag_brand"]
      for (const statement of statements) yield* Effect.promise(() => client.query(statement))
      const expected =
        /^hangtag: The database could not be migrated within \d+ s: its tables are held by session \d+ \("nightly", idle in transaction for \d+ s, last asked: .*\); let them end, stop them, or run SELECT pg_terminate_backend\(\d+\), and try again, or wait longer with hangtag migrate --wait 5m\n$/
      const { code, complaint } = yield* runHere(["migrate", "--wait", "1s"], {
        DATABASE_URL: url,
        LOG_LEVEL: "none",
      })
      assert.strictEqual(code, 1)
      assert.match(complaint, expected)
      yield* Effect.promise(() => client.query("commit"))
      const again = yield* runHere(["migrate", "--wait", "1s"], { DATABASE_URL: url })
      assert.deepStrictEqual(
        [again.code, again.printed],
        [0, `The database is at version ${schemaVersion} already\n`],
      )
    }).pipe(Effect.scoped),
  )

  it.live("that is to be waited for longer than a database can", () =>
    Effect.gen(function* () {
      const { code, complaint } = yield* runHere(["migrate", "--wait", "999999999d"], {
        HANGTAG_DATA: folder,
      })
      assert.notStrictEqual(code, 0)
      assert.include(complaint, "--wait is a time span of at most 24h, such as 60s or 5m, not 999999999d")
    }),
  )

  it.live("whose tables are another role's", () =>
    Effect.gen(function* () {
      const [user, stray] = ["few", "stray"].map((name) => `${name}_${randomBytes(6).toString("hex")}`)
      const url = yield* createTestDatabase("migrated")
      const env = { HANGTAG_DATA: folder, DATABASE_URL: url }
      const owner = new URL(url).username
      yield* execute(
        url,
        `create role ${user} login password 'hunter2' in role hangtag_app; create role ${stray}`,
      )
      const byOwner = yield* runHere(["doctor"], env)
      assert.match(byOwner.printed, /^ok {4}tables at .*: this user owns them$/m)
      const asUser = Object.assign(new URL(url), { username: user, password: "hunter2" }).href
      const byUser = yield* runHere(["doctor"], { ...env, DATABASE_URL: asUser })
      assert.match(
        byUser.printed,
        new RegExp(
          `^ok {4}tables at .*: ${owner} owns them, .* run hangtag migrate and backups as ${owner}$`,
          "m",
        ),
      )
      assert.match(byUser.printed, new RegExp(`^ok {4}backup at .*: taken as ${owner}`, "m"))
      yield* execute(
        url,
        `grant create on schema public to ${stray}; alter table hangtag_batch owner to ${stray}`,
      )
      const split = yield* runHere(["doctor"], { ...env, DATABASE_URL: asUser })
      const remedy = `${owner} owns them but 1 (${stray}), which hangtag migrate could not change: have an administrator run ALTER TABLE hangtag_batch OWNER TO "${owner}"`
      assert.include(split.printed, `wrong tables at ${new URL(url).host}${new URL(url).pathname}: ${remedy}`)
      yield* execute(
        url,
        `alter table hangtag_batch owner to ${owner}; drop owned by ${stray}, ${user}; drop role ${stray}, ${user}`,
      )
    }).pipe(Effect.scoped),
  )

  it.live("whose clock is another one", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      const late = Clock.Clock.defaultValue()
      const { code, printed } = yield* runHere(["doctor"], {
        DATABASE_URL: url,
        HANGTAG_DATA: folder,
      }).pipe(
        Effect.provideService(Clock.Clock, {
          ...late,
          currentTimeMillisUnsafe: () => late.currentTimeMillisUnsafe() + 3_600_000,
          currentTimeMillis: Effect.map(late.currentTimeMillis, (now) => now + 3_600_000),
          currentTimeNanosUnsafe: () => late.currentTimeNanosUnsafe() + 3_600_000_000_000n,
          currentTimeNanos: Effect.map(late.currentTimeNanos, (now) => now + 3_600_000_000_000n),
          sleep: (duration) => late.sleep(duration),
        }),
      )
      assert.strictEqual(code, 1)
      assert.match(
        printed,
        /wrong clock.*: this machine's clock and the database's are 3\d\d\d s apart: set them by NTP/,
      )
    }).pipe(Effect.scoped),
  )
})

describe("a data folder", () => {
  const file = join(folder, "file")
  writeFileSync(file, "")

  it.live.each([
    [join(file, "data"), "EEXIST"],
    [file, "EEXIST"],
    ["/sys/hangtag", "EPERM"],
    // a file system that makes no folders
    ["/proc/hangtag", "ENOENT"],
    [join(folder, "x".repeat(300)), "ENAMETOOLONG"],
  ])("%s", ([path, reason]) =>
    Effect.gen(function* () {
      const expected = `Setting HANGTAG_DATA=${path} cannot be used: use a folder that can be made and written; this one cannot (${reason})`
      for (const command of ["serve", "brands"]) yield* refuses([command], { HANGTAG_DATA: path! }, expected)
    }),
  )

  it.live("that is not there yet, which doctor says, and makes nothing of it", () =>
    Effect.gen(function* () {
      const data = join(folder, "none")
      const { code, printed } = yield* runHere(["doctor"], { HANGTAG_DATA: data })
      assert.strictEqual(code, 1)
      assert.include(printed, `wrong database at ${join(data, "postgres")}: there is none: hangtag serve`)
      assert.include(
        printed,
        `ok    storage at ${join(data, "files")}: the folder and link-secret of ${data} are not there`,
      )
      assert.isFalse(existsSync(data))
    }),
  )

  it.live("with another version's database, or a damaged secret", () =>
    Effect.gen(function* () {
      const data = join(folder, "old")
      mkdirSync(join(data, "postgres/pgdata"), { recursive: true })
      writeFileSync(join(data, "postgres/pgdata/PG_VERSION"), "9\n")
      yield* refuses(["serve"], { HANGTAG_DATA: data }, "; choose another one, or put a copy of it back")
      writeFileSync(join(data, "link-secret"), "short")
      yield* refuses(["serve"], { HANGTAG_DATA: data }, "it is damaged; delete it to get a new one")
    }),
  )
})

describe("a port", () => {
  it.live.each([["serve"], ["worker"]])("that another process listens on: %s", ([command]) =>
    Effect.gen(function* () {
      const port = String(yield* babble)
      yield* refuses(
        [command!],
        { PORT: port, WORKER_PORT: port },
        `Port ${port} is in use already: stop the other process, or choose another with PORT, METRICS_PORT or WORKER_PORT`,
      )
    }).pipe(Effect.scoped),
  )

  it.live("of an address that this machine has not", () =>
    refuses(["worker"], { HOST: "192.0.2.1", WORKER_PORT: "0" }, "HOST is no address of this machine"),
  )
})

describe("a Redis server", () => {
  it.live("that is not there, or lets no one in", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: `postgres://57P03:x@127.0.0.1:${yield* refusingPostgres}/shop` }
      const free = yield* Effect.promise(freePort)
      const expected = (redis: string) =>
        runHere(["doctor"], { ...env, HANGTAG_DATA: folder, REDIS_URL: redis })
      const gone = yield* expected(`redis://:hunter2@127.0.0.1:${free}`)
      assert.match(
        gone.printed,
        new RegExp(`wrong redis.*: No Redis server answers at 127.0.0.1:${free} \\(`),
      )
      const refusing = yield* expected(`redis://:hunter2@127.0.0.1:${yield* refusingRedis}`)
      assert.match(
        refusing.printed,
        /wrong redis.*: .*does not let this user in .*check user and password in REDIS_URL/,
      )
      assert.notInclude(gone.printed + refusing.printed, "hunter2")
    }).pipe(Effect.scoped),
  )
})

describe("a key set", () => {
  it.live.each([
    ["missing", "Expected 200 OK"],
    ["page", "not valid JSON"],
    ["empty", "The key set holds no keys"],
    ["other", "JSON Web Key Set malformed"],
  ])("that is %s", ([path, expected]) =>
    Effect.gen(function* () {
      const printed = yield* keysOf(`http://127.0.0.1:${yield* wrongKeySets}/${path}`)
      assert.match(
        printed,
        new RegExp(
          `wrong authentication.*: AUTH_JWKS_URL gives no keys \\(.*${expected}.*\\): check the address`,
        ),
      )
    }).pipe(Effect.scoped),
  )

  it.live("that is nowhere", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      assert.match(
        yield* keysOf(`http://127.0.0.1:${port}/keys`),
        /wrong authentication.*: AUTH_JWKS_URL gives no keys \(.*ECONNREFUSED/,
      )
    }),
  )

  const keysOf = (url: string) =>
    Effect.gen(function* () {
      const { code, printed } = yield* runHere(["doctor"], {
        DATABASE_URL: `postgres://57P03:x@127.0.0.1:${yield* refusingPostgres}/shop`,
        HANGTAG_DATA: folder,
        AUTH_ISSUER: "https://issuer.test/",
        AUTH_AUDIENCE: "hangtag",
        AUTH_JWKS_URL: url,
      })
      assert.strictEqual(code, 1)
      return printed
    }).pipe(Effect.scoped)
})

const wrongBuckets = {
  missing: [404, "NoSuchBucket"],
  forbidden: [403, "AccessDenied"],
  stranger: [403, "InvalidAccessKeyId"],
  secret: [403, "SignatureDoesNotMatch"],
  clock: [403, "RequestTimeTooSkewed"],
  expired: [400, "ExpiredToken"],
} as const

describe.skipIf(testServer.unavailable)("a bucket", () => {
  it.live("that cannot be used, as doctor says, and what needs it by its first fault", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      const refusing = `http://127.0.0.1:${yield* refusingBuckets(wrongBuckets)}`
      const rows = [
        ["missing", refusing, "the bucket does not exist; make it, or correct its name"],
        ["forbidden", refusing, "access is denied; give the credentials permission"],
        ["stranger", refusing, "the access key is unknown; correct the credentials"],
        ["secret", refusing, "the signature does not match; correct the secret key"],
        ["clock", refusing, "the clock is wrong; correct it"],
        ["expired", refusing, "the credentials have expired; renew them"],
        ["exports", `http://127.0.0.1:${yield* Effect.promise(freePort)}`, "ECONNREFUSED"],
      ] as const
      for (const [index, [bucket, endpoint, expected]] of rows.entries()) {
        const env = {
          DATABASE_URL: url,
          HANGTAG_DATA: folder,
          S3_BUCKET: bucket,
          S3_ENDPOINT: endpoint,
          S3_FORCE_PATH_STYLE: "on",
        }
        if (index === 0) for (const command of ["serve", "worker"]) yield* refuses([command], env, expected)
        const { code, printed } = yield* runHere(["doctor"], env)
        assert.strictEqual(code, 1)
        assert.match(printed, new RegExp(`wrong storage.*: The bucket ${bucket} at `))
        assert.include(printed, expected)
      }
    }).pipe(Effect.scoped),
  )
})

it("is reported by the program itself", async () => {
  const port = await freePort()
  const { code, output } = await run(["worker"], {
    DATABASE_URL: `postgres://hangtag:hunter2@127.0.0.1:${port}/shop`,
    HANGTAG_DATA: folder,
  })
  assert.strictEqual(code, 1)
  tells(output, `No Postgres server answers at 127.0.0.1:${port}`)
})
