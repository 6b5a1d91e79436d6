import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { onTestFinished } from "vitest"
import { generatorTests } from "../../../test/generatorTests.ts"
import { run } from "../../../test/hangtag.ts"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"
import { settingTable } from "../src/settings/settingTable.ts"
import { runHere } from "./support/commandLine.ts"

const test = generatorTests(it.live)

const auth = {
  AUTH_ISSUER: "https://issuer.test/",
  AUTH_AUDIENCE: "hangtag",
  AUTH_JWKS_URL: "https://issuer.test/keys",
}

/** One sentence: what is wrong, and what to do. */
const oneSentence = (complaint: string) => {
  assert.match(complaint, /^hangtag: [^\n]+\n$/)
  assert.notMatch(complaint, /\n\s+at |undefined|\[object|hunter2/)
}

/** A set-up, and what is said of it. */
type Row = readonly [env: Record<string, string>, expected: string]

const rows: ReadonlyArray<Row> = [
  [{ PORT: "http" }, "Setting PORT=http cannot be used: use a port number from 0 (any free one) to 65535"],
  [{ PORT: "65536" }, "Setting PORT=65536 cannot be used: use a port number"],
  [{ PORT: "-1" }, "Setting PORT=-1 cannot be used: use a port number"],
  [{ PORT: "tcp://10.0.0.1:80" }, "Setting PORT=tcp://10.0.0.1:80 cannot be used: use a port number"],
  [
    { WORKER_PORT: "tcp://10.0.0.1:80" },
    "Setting WORKER_PORT=tcp://10.0.0.1:80 cannot be used: use a port number",
  ],
  [
    { HOST: "0.0.0.0" },
    "Setting HOST=0.0.0.0 cannot be used: without authentication the server listens on loopback only; set AUTH_ISSUER",
  ],
  [
    { PUBLIC_URL: "shop.example" },
    "Setting PUBLIC_URL=shop.example cannot be used: use the http or https URL",
  ],
  // paths are written behind it, in links that everybody sees
  ...["/shop?tenant=a", "/#top", "/?"].map(
    (behind): Row => [
      { PUBLIC_URL: `https://a.test${behind}` },
      `Setting PUBLIC_URL=https://a.test${behind} cannot be used: use the http or https URL under which clients reach this server, without user, query and fragment`,
    ],
  ),
  [
    { PUBLIC_URL: "https://user@a.test" },
    "Setting PUBLIC_URL=https://user@a.test cannot be used: use the http or https URL",
  ],
  [
    { ALLOWED_ORIGINS: "https://app.a.test,https://*.a.test" },
    "Setting ALLOWED_ORIGINS=https://app.a.test,https://*.a.test cannot be used: use exact origins",
  ],
  [{ ALLOWED_ORIGINS: "null" }, "Setting ALLOWED_ORIGINS=null cannot be used: use exact origins"],
  [{ ALLOWED_ORIGINS: "*" }, "Setting ALLOWED_ORIGINS=* cannot be used: use exact origins"],
  [
    { ALLOWED_ORIGINS: "https://a.test/" },
    "Setting ALLOWED_ORIGINS=https://a.test/ cannot be used: use exact origins",
  ],
  [{ HANGTAG_DEMO: "maybe" }, "Setting HANGTAG_DEMO=maybe cannot be used: use on or off"],
  [
    { DATABASE_URL: "mysql://hangtag:hunter2@db/shop" },
    "Setting DATABASE_URL=(hidden) cannot be used: use a URL like postgres://",
  ],
  [
    {
      DATABASE_REPLICA_URL: "postgres://hangtag:hunter2@one:5432,two:5432/shop",
      DATABASE_URL: "postgres://db/shop",
    },
    "Setting DATABASE_REPLICA_URL=(hidden) cannot be used: use a URL like postgres://user:password@host:5432/database of one standby",
  ],
  [
    { DATABASE_REPLICA_URL: "postgres://hangtag:hunter2@db/shop" },
    "Setting DATABASE_REPLICA_URL=(hidden) cannot be used: the embedded database has no replica",
  ],
  [
    { DATABASE_URL: "db.internal" },
    "Setting DATABASE_URL=(hidden) cannot be used: use a URL like postgres://",
  ],
  [
    { DATABASE_URL: "" },
    "Setting DATABASE_URL=(empty) cannot be used: use a URL like postgres://user:password@host:5432/database, or embedded (or unset it) for the one in HANGTAG_DATA",
  ],
  [
    { NODE_ENV: "production" },
    "Setting DATABASE_URL=(unset) cannot be used: with NODE_ENV=production the database has to be named",
  ],
  [auth, "Setting DATABASE_URL=(unset) cannot be used: with authentication the database has to be named"],
  [
    { DATABASE_URL_FILE: "/nowhere/url" },
    "Setting DATABASE_URL_FILE=/nowhere/url cannot be used: use the path of a file that holds it; this one cannot be read (ENOENT)",
  ],
  [{ REDIS_URL_FILE: "" }, "Setting REDIS_URL_FILE=(empty) cannot be used: use the path of a file"],
  [
    { DATABASE_URL: "embedded", DATABASE_URL_FILE: "/run/secrets/url" },
    "Setting DATABASE_URL_FILE=/run/secrets/url cannot be used: unset it, or DATABASE_URL: one of them",
  ],
  [
    { DATABASE_URL_FILE: import.meta.filename },
    "Setting DATABASE_URL=(hidden) cannot be used: use a URL like postgres://",
  ],
  [{ DATABASE_URL: "  " }, "Setting DATABASE_URL=(empty) cannot be used: use a URL"],
  [
    { DATABASE_URL: "postgres://hangtag:hunter2#x@127.0.0.1/shop" },
    "Setting DATABASE_URL=(hidden) cannot be used: use a URL",
  ],
  [{ REDIS_URL: "http://redis" }, "Setting REDIS_URL=(hidden) cannot be used: use a URL like redis://"],
  [{ REDIS_URL: "redis://:hunter2@r/one" }, "Setting REDIS_URL=(hidden) cannot be used: use a URL"],
  [
    { AUTH_ISSUER: auth.AUTH_ISSUER },
    "2 settings cannot be used: AUTH_AUDIENCE=(unset) (set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL together",
  ],
  [
    { ...auth, AUTH_JWKS_URL: "issuer.test/keys" },
    "Setting AUTH_JWKS_URL=issuer.test/keys cannot be used: use the http or https URL of the issuer's key set",
  ],
  [
    { S3_ENDPOINT: "http://127.0.0.1:9000" },
    "Setting S3_BUCKET=(unset) cannot be used: name the bucket, or unset S3_ENDPOINT to keep files in a folder",
  ],
  [
    { S3_PREFIX: "a", S3_REGION: "b" },
    "Setting S3_BUCKET=(unset) cannot be used: name the bucket, or unset S3_PREFIX and S3_REGION",
  ],
  [{ S3_BUCKET: "My_Bucket" }, "Setting S3_BUCKET=My_Bucket cannot be used: use a bucket's name (3 to 63"],
  [
    { S3_BUCKET: "exports", S3_ENDPOINT: "minio:9000" },
    "Setting S3_ENDPOINT=minio:9000 cannot be used: use the URL of an S3 compatible service",
  ],
  [{ S3_BUCKET: "exports", S3_PREFIX: "/a/" }, "Setting S3_PREFIX=/a/ cannot be used: use /-separated words"],
  [{ MIGRATE: "never" }, "Setting MIGRATE=never cannot be used: use on or off"],
  [{ TIME_ZONE: "Berlin" }, "Setting TIME_ZONE=Berlin cannot be used: use an IANA time zone"],
  [{ EXPORT_CONCURRENCY: "0" }, "Setting EXPORT_CONCURRENCY=0 cannot be used: use a number from 1 to 64"],
  [{ EXPORT_LEASE: "1ms" }, "Setting EXPORT_LEASE=1ms cannot be used: use a time span from 1s to 1h"],
  [
    { EXPORT_RETENTION: "forever" },
    "Setting EXPORT_RETENTION=forever cannot be used: use a time span from 1m to 3650d",
  ],
  [
    { DRAIN_DELAY: "30s" },
    "Setting DRAIN_DELAY=30s cannot be used: it is counted within SHUTDOWN_GRACE, here 30s: make that longer, or this shorter",
  ],
  [
    { DRAIN_DELAY: "10s", SHUTDOWN_GRACE: "5s" },
    "Setting DRAIN_DELAY=10s cannot be used: it is counted within SHUTDOWN_GRACE, here 5s",
  ],
  // the least that the sentence allows is taken
  [{ MAX_BODY_SIZE: "1kB", PORT: "x" }, "Setting PORT=x cannot be used"],
  [{ CSV_MAX_SIZE: "999" }, "Setting CSV_MAX_SIZE=999 cannot be used: use a size of at least 1kB"],
  [{ CSV_MAX_SIZE: "10" }, "Setting CSV_MAX_SIZE=10 cannot be used: use a size of at least 1kB"],
  [{ XLSX_COMPRESSION: "10" }, "Setting XLSX_COMPRESSION=10 cannot be used: use a level from 1"],
  [
    { CSV_MAX_SIZE: "10000GiB" },
    "Setting CSV_MAX_SIZE=10000GiB cannot be used: use a size of at least 1kB and at most 1024 GiB",
  ],
  ...["MAX_BODY_SIZE", "MAX_BULK_BODY_SIZE"].map(
    (name): Row => [
      { [name]: "10000GiB" },
      `Setting ${name}=10000GiB cannot be used: use a size of at least 1kB and at most 256 MiB`,
    ],
  ),
  [{ MAX_BODY_SIZE: "4 MB per call" }, "Setting MAX_BODY_SIZE=4 MB per call cannot be used: use a size"],
  [
    { REQUEST_TIMEOUT: "0" },
    "Setting REQUEST_TIMEOUT=0 cannot be used: use a time span from 1s to 1h, such as 30s",
  ],
  [{ RATE_LIMIT: "100" }, "Setting RATE_LIMIT=100 cannot be used: use off, or a number of requests"],
  [{ FILL_PAIRS: "1e6" }, "Setting FILL_PAIRS=1e6 cannot be used: use the most"],
  [
    { LOG_LEVEL: "loud" },
    "Setting LOG_LEVEL=loud cannot be used: use trace, debug, info, warn, error or none",
  ],
  [{ LOG_FORMAT: "xml" }, "Setting LOG_FORMAT=xml cannot be used: use pretty, logfmt or json"],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    "Setting OTEL_EXPORTER_OTLP_ENDPOINT=collector:4318 cannot be used: use the http or https URL",
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: "hunter2" },
    "Setting OTEL_EXPORTER_OTLP_HEADERS=(hidden) cannot be used: use name=value pairs",
  ],
  [
    { OTEL_RESOURCE_ATTRIBUTES: "a=%zz" },
    "Setting OTEL_RESOURCE_ATTRIBUTES=a=%zz cannot be used: use name=value pairs",
  ],
  [{ OTEL_TRACES_SAMPLER: "often" }, "Setting OTEL_TRACES_SAMPLER=often cannot be used: use always_on"],
  [{ OTEL_TRACES_SAMPLER_ARG: "2" }, "Setting OTEL_TRACES_SAMPLER_ARG=2 cannot be used: use the part"],
  [
    { PORT: "x", LOG_LEVEL: "loud", S3_ENDPOINT: "http://s3", HOST: "0.0.0.0", REDIS_URL: "" },
    "5 settings cannot be used: HOST=0.0.0.0 (without",
  ],
]

describe("a setting that cannot be used", () => {
  it.live.each(rows)("stops the start with %j", ([env, expected]) =>
    Effect.gen(function* () {
      const { code, complaint } = yield* runHere(["serve"], env)
      assert.deepStrictEqual([code, complaint.slice(0, expected.length + 9)], [1, `hangtag: ${expected}`])
      oneSentence(complaint)
    }),
  )

  test("is reported with all others", function* () {
    const env = {
      PORT: "x",
      LOG_LEVEL: "loud",
      CSV_BOM: "",
      S3_ENDPOINT: "http://s3",
      ...auth,
      AUTH_JWKS_URL: "",
    }
    const { complaint } = yield* runHere(["worker"], env)
    for (const expected of [
      "PORT=x (",
      "LOG_LEVEL=loud (",
      "CSV_BOM=(empty) (",
      "S3_BUCKET=(unset) (",
      "AUTH_JWKS_URL=(empty) (",
    ])
      assert.include(complaint, expected)
    oneSentence(complaint)
  })

  test("is every one that is there and empty, but one whose specification takes that for unset", function* () {
    for (const name of Object.keys(settingTable)) {
      if (name.startsWith("OTEL_")) continue
      const { code, complaint } = yield* runHere(["doctor"], { [name]: "" })
      assert.strictEqual(code, 1)
      assert.match(complaint, new RegExp(`${name}=\\(empty\\) .*unset it`))
      oneSentence(complaint)
    }
  })

  test("stops every command that reads it", function* () {
    const commands = ["serve", "worker", "migrate", "doctor", "explain V MAP", "upcoming"]
    for (const command of commands) {
      const { code, complaint } = yield* runHere(command.split(" "), { DATABASE_URL: "" })
      assert.deepStrictEqual(
        [code, complaint.slice(0, 37)],
        [1, "hangtag: Setting DATABASE_URL=(empty)"],
        command,
      )
    }
  })

  it("may stand in a file of settings, behind what the environment has", async () => {
    const folder = temporaryFolder(onTestFinished)
    const file = join(folder, "settings.env")
    writeFileSync(file, "PORT=http\nLOG_LEVEL=loud\n")
    const { code, output } = await run(["serve", "--env-file", file], { LOG_LEVEL: "info" })
    const missing = await run(["serve", `--env-file=${file}.old`], {})
    assert.deepStrictEqual([code, missing.code === 0], [1, false])
    assert.match(output, /^hangtag: Setting PORT=http cannot be used/)
    assert.match(missing.output, /^[^\n]*settings\.env\.old[^\n]*\n$/)
  })

  it("is reported by the program itself, in JSON where the log is", async () => {
    const text = await run(["serve"], { PORT: "x", LOG_LEVEL: "loud" })
    assert.deepStrictEqual([text.code, text.printed], [1, ""])
    assert.match(text.output, /^hangtag: 2 settings cannot be used: PORT=x \([^\n]*\n$/)
    const json = await run(["worker"], { PORT: "x", LOG_FORMAT: "json" })
    const { message, level } = JSON.parse(json.output) as Record<string, string>
    assert.deepStrictEqual([json.code, level], [1, "ERROR"])
    assert.match(message!, /^Setting PORT=x cannot be used/)
  })
})
