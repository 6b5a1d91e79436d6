import { execFile } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { backupReadiness, migrate, migratedPorts, partitionWithin, serverLayer } from "@hangtag/postgres"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"
import { runHere } from "../packages/cli/test/support/commandLine.ts"
import { seedEveryTable } from "../packages/postgres/test/repositories/seedOrganization.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { root } from "./hangtag.ts"
import { hangtagProgram } from "./programs.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

/** Where a server's programs are together with `pg_dump` of their version; Debian keeps them off the path. */
const installed = (() => {
  const debian = "/usr/lib/postgresql"
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : []
  const found = [...folders, ...(process.env.PATH ?? "").split(delimiter)].find((folder) =>
    ["initdb", "postgres", "psql", "pg_dump", "pg_restore"].every((name) => existsSync(join(folder, name))),
  )
  if (found === undefined)
    console.warn(
      "Tests of backups are skipped: this machine has no Postgres server with its pg_dump (Debian: postgresql)",
    )
  return found
})()

/** The `sh` blocks of the page below a heading. */
const commandsBelow = (heading: string): ReadonlyArray<string> => {
  const page = readFileSync(join(root, "docs/backup.md"), "utf8")
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command]) => command!)
}

const catalog = [
  { kind: "brand", brand_key: "NT", name: "North Trail" },
  {
    kind: "product",
    brand_key: "NT",
    product_key: "BOOT",
    version: 1,
    name: "Boot",
    source: "scraper",
    variants: [{ variant_key: "BOOT-9" }],
  },
  {
    kind: "price",
    variant_key: "BOOT-9",
    price_type: "MAP",
    amount: "149.90",
    effective_from: "2020-01-01",
    status: "active",
  },
]
  .map((entry) => `${JSON.stringify(entry)}\\n`)
  .join("")

/** A folder with `hangtag` on its path. */
const workshop = () => {
  const folder = temporaryFolder(onTestFinished)
  const hangtag = join(folder, "hangtag")
  writeFileSync(hangtag, `#!/bin/sh\nexec "${process.execPath}" "${hangtagProgram}" "$@"\n`)
  chmodSync(hangtag, 0o755)
  const path = [folder, ...(installed === undefined ? [] : [installed]), process.env.PATH].join(delimiter)
  const inFolder = (name: string, env: Readonly<Record<string, string>> = {}) => {
    const cwd = join(folder, name)
    mkdirSync(cwd, { recursive: true })
    return (command: string) =>
      promisify(execFile)("sh", ["-ec", command], { cwd, env: { ...process.env, ...env, PATH: path } })
  }
  return { folder, inFolder }
}

const asUser = (url: string, username: string, database = username) =>
  Object.assign(new URL(url), { username, password: "secret", pathname: database }).href

const on = <A, E>(url: string, work: Effect.Effect<A, E, SqlClient>) =>
  Effect.runPromise(Effect.provide(work, serverLayer({ url: Redacted.make(url) })))

/** Every row of every table, of every organization, and the sequences. */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient
  const tables = yield* sql<{ name: string }>`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname like 'hangtag%' order by relname`
  const rows = yield* Effect.forEach(
    tables,
    ({ name }) => sql<{ row: string }>`select t::text as row from ${sql(name)} t order by 1`,
  )
  const [next] = yield* sql`select last_value::text from hangtag_price_record_sequence_seq`
  return {
    next,
    tables: tables.map(({ name }, index) => [name, rows[index]!.map(({ row }) => row)] as const),
  }
})

/** What callers are answered, a command each. */
const answers = (url: string) =>
  Promise.all(
    [["products"], ["product", "P"], ["timeline", "V"], ["batches", "list"]].map(async (words) => {
      const answered = runHere([...words, "--organization", "mine"], { DATABASE_URL: url })
      const { code, printed, complaint } = await Effect.runPromise(answered)
      expect(code, complaint).toBe(0)
      return printed
    }),
  )

describe.skipIf(installed === undefined)("the page on backups", () => {
  it("brings a server's every row to a new one, by the user of DATABASE_URL, who is no superuser", async () => {
    const { folder, inFolder } = workshop()
    const [old, fresh] = await Promise.all([
      PostgresServer.create(installed),
      PostgresServer.create(installed),
    ])
    onTestFinished(async () => void (await Promise.all([old.dispose(), fresh.dispose()])))
    const unsafe = (statement: string) => Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement))
    await on(old.url, unsafe("create role shop login createrole password 'secret'"))
    await on(old.url, unsafe("create database shop owner shop"))
    const shop = asUser(old.url, "shop")
    const dump = inFolder("", { DATABASE_URL: shop })
    // not ours yet: nothing is dumped, and it says so
    for (const command of commandsBelow("A Postgres server"))
      await expect(dump(command)).rejects.toThrow(/role/)
    const ports = Layer.provideMerge(migratedPorts(), serverLayer({ url: Redacted.make(shop) }))
    await Effect.runPromise(
      Effect.provide(Effect.forEach(["mine", "theirs"], seedEveryTable, { discard: true }), ports),
    )
    const before = await on(
      asUser(old.url, "hangtag", "shop").replace("secret", new URL(old.url).password),
      everything,
    )
    expect(before.tables.filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(15)
    const answered = await answers(shop)

    for (const command of commandsBelow("A Postgres server")) await dump(command)
    const restored = asUser(fresh.url, "shopkeeper", "hangtag")
    // the page's user has the name of the test's administrator
    const named = (command: string) =>
      command
        .replaceAll("ROLE hangtag LOGIN", "ROLE shopkeeper LOGIN")
        .replace("OWNER hangtag", "OWNER shopkeeper")
    const restore = inFolder("", { ADMIN_URL: fresh.url, DATABASE_URL: restored })
    const [administrate, ...others] = commandsBelow("Into a new server").map(named)
    await restore(administrate!)
    const [load, ...mend] = others.flatMap((command) => command.trimEnd().split("\n"))
    await restore(load!)
    // what lacks its rights is said
    const data = { HANGTAG_DATA: join(folder, "data"), DATABASE_URL: restored }
    const unmended = await Effect.runPromise(runHere(["doctor"], data))
    expect(unmended).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^wrong database at 127.0.0.1:.*hangtag migrate/m),
    })
    for (const command of mend) await restore(command)

    const admin = asUser(fresh.url, "hangtag", "hangtag").replace("secret", new URL(fresh.url).password)
    expect(await on(admin, everything)).toEqual(before)
    expect(await answers(restored)).toEqual(answered)
    const works = Layer.provideMerge(migratedPorts(), serverLayer({ url: Redacted.make(restored) }))
    await Effect.runPromise(Effect.provide(seedEveryTable("new owner"), works))
    // and can be backed up again, in partitions too
    await on(restored, partitionWithin(2, "10 seconds"))
    const inPartitions = await on(admin, everything)
    for (const command of commandsBelow("A Postgres server")) await restore(command)
    await on(fresh.url, unsafe("create database third owner shopkeeper"))
    const third = asUser(fresh.url, "shopkeeper", "third")
    await inFolder("", { DATABASE_URL: third })(load!)
    await on(third, migrate)
    expect(
      await on(asUser(admin, "hangtag", "third").replace("secret", new URL(fresh.url).password), everything),
    ).toEqual(inPartitions)
    expect(await on(third, backupReadiness)).toBe(undefined)
    // by the schemas that the page names
    const dumpSchemas = commandsBelow("A Postgres server")[0]!.replace(
      "--format",
      "--schema=public --schema=public_partitions --format",
    )
    await inFolder("", { DATABASE_URL: third })(dumpSchemas)
    const { stdout } = await inFolder("")("pg_restore --list hangtag.dump")
    expect(stdout).toMatch(/TABLE DATA public_partitions hangtag_price_record_0 /)
  })

  it("brings the embedded database to another folder", async () => {
    const { folder, inFolder } = workshop()
    const here = inFolder("here", { HANGTAG_DATA: ".hangtag" })
    const there = inFolder("there", { HANGTAG_DATA: ".hangtag" })
    const [save, restore] = commandsBelow("The embedded database") as [string, string]
    await here(`printf '${catalog}' | hangtag import - --organization acme --create`)
    await here(save)
    await there(`mv ../here/hangtag-data.tar.gz . && ${restore}`)
    const data = { HANGTAG_DATA: join(folder, "there", ".hangtag") }
    const timeline = runHere(["timeline", "BOOT-9", "--organization", "acme"], data)
    expect((await Effect.runPromise(timeline)).printed).toContain("149.90")
  })
})
