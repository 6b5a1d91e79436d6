import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { freePort } from "../../../../test/hangtag.ts"
import { scopedFolder } from "../../../../test/temporaryFolder.ts"
import { createTestDatabase } from "../../../postgres/test/support/createTestDatabase.ts"
import { testServer } from "../../../postgres/test/support/testServer.ts"
import { runHere } from "../support/commandLine.ts"

const catalog = `{"kind": "brand", "brand_key": "B", "name": "B\\u2028rand", "time_zone": "UTC"}
{"kind": "product", "brand_key": "B", "product_key": "P", "version": 1, "source": "s", "name": "Boot", "variants": [{"variant_key": "V", "name": "V", "color": "Black", "size": "9", "attributes": {"weight": 1.10, "zip": "a\\nb"}}]}
{"kind": "price", "variant_key": "V", "price_type": "MAP", "amount": 149.950, "effective_from": "2025-03-01", "status": "active"}
`

/** Two installations: of the embedded database and a folder, and of a server's and another folder. */
const installations = Effect.gen(function* () {
  const path = yield* scopedFolder
  const url = yield* createTestDatabase("migrated")
  const one = { HANGTAG_DATA: join(path, "one"), HANGTAG_DEMO: "off" }
  const other = { HANGTAG_DATA: join(path, "other"), DATABASE_URL: url }
  writeFileSync(
    join(path, "other.env"),
    Object.entries(other)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
  )
  writeFileSync(join(path, "catalog.ndjson"), catalog)
  return { path, one, other }
})

const succeeds = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: Record<string, string>) {
  const { code, printed, complaint } = yield* runHere([...args, "--json"], env)
  assert.strictEqual(code, 0, complaint)
  return JSON.parse(printed.trim().split("\n").at(-1)!) as never
})

const works = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: Record<string, string>) {
  const { code, complaint } = yield* runHere(args, env)
  assert.strictEqual(code, 0, complaint)
})

const fails = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: Record<string, string>) {
  const { code, complaint } = yield* runHere(args, env)
  assert.strictEqual(code, 1)
  return complaint
})

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString("utf8").split("\n")

const rowsIn = (path: string) =>
  linesOf(path).filter((line) => line.startsWith('{"table"') && !line.startsWith('{"table":"job"'))

describe.skipIf(testServer.unavailable)("hangtag organizations", () => {
  it.live("moves an organization with its files, byte for byte, and deletes it where it was", () =>
    Effect.gen(function* () {
      const { path, one, other } = yield* installations
      yield* works(["import", join(path, "catalog.ndjson"), "-o", "acme", "--create"], one)
      yield* works(["export", "--organization", "acme", "-o", join(path, "before.csv")], one)
      yield* succeeds(["organizations", "export", "acme", "-o", join(path, "before.gz")], one)
      const [listed] = yield* succeeds(["organizations", "list"], one) as Effect.Effect<Array<object>>
      assert.deepInclude(listed, { organization: "acme", products: 1, variants: 1, jobs: 1, frozen: null })

      const moved: { files: number; rows: Record<string, number> } = yield* succeeds(
        ["organizations", "move", "acme", "--to", join(path, "other.env")],
        one,
      )
      assert.deepInclude(moved.rows, { brand: 1, variant: 1, price_record: 1, job: 1 })
      assert.strictEqual(moved.files, 1)
      yield* succeeds(["organizations", "export", "acme", "-o", join(path, "after.gz")], other)
      assert.deepStrictEqual(rowsIn(join(path, "after.gz")), rowsIn(join(path, "before.gz")))
      assert.isTrue(rowsIn(join(path, "after.gz")).some((line) => line.includes('"amount":"149.950"')))
      const files = readdirSync(join(path, "other/files"), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".csv"))
      assert.strictEqual(files.length, 1)
      assert.deepStrictEqual(
        readFileSync(join(path, "other/files", files[0]!)),
        readFileSync(join(path, "before.csv")),
      )

      // read where it was, and written where it is
      const discovery = join(path, "more.ndjson")
      writeFileSync(discovery, '{"kind": "brand", "brand_key": "C", "name": "C", "time_zone": "UTC"}\n')
      assert.include(yield* fails(["import", discovery, "-o", "acme"], one), "takes no writes")
      yield* works(["timeline", "V", "-o", "acme"], one)
      yield* works(["import", discovery, "-o", "acme"], other)
      assert.include(
        yield* fails(["organizations", "move", "acme", "--to", join(path, "other.env")], one),
        "already",
      )

      const would = yield* succeeds(["organizations", "delete", "acme"], one)
      assert.deepInclude(would, { files: 1, deleted: false })
      const deleted: { deleted: Record<string, number>; files: number } = yield* succeeds(
        ["organizations", "delete", "acme", "--yes"],
        one,
      )
      assert.deepInclude(deleted.deleted, { brand: 1, variant: 1, price_record: 1, job: 1 })
      assert.strictEqual(deleted.files, 1)
      assert.deepStrictEqual(yield* succeeds(["organizations", "list"], one), [])
      assert.deepStrictEqual(
        readdirSync(join(path, "one/files"), { recursive: true }).filter((name) =>
          String(name).endsWith(".csv"),
        ),
        [],
      )
    }).pipe(Effect.scoped),
  )

  it.live(
    "refuses a file that is cut, changed or of another organization's place, and takes none of it",
    () =>
      Effect.gen(function* () {
        const { path, one, other } = yield* installations
        yield* works(["import", join(path, "catalog.ndjson"), "-o", "acme", "--create"], one)
        const file = join(path, "acme.gz")
        yield* succeeds(["organizations", "export", "acme", "-o", file], one)
        const lines = linesOf(file)
        const damages: ReadonlyArray<readonly [what: string, text: string, said: string]> = [
          ["cut", lines.slice(0, -2).join("\n"), "it has no end"],
          ["changed", lines.join("\n").replace("149.950", "149.951"), "it is not as it was written"],
          ["longer", [...lines.slice(0, -1), lines[1]!, ""].join("\n"), "something stands behind its end"],
          ["a catalog", catalog, "its first line is of another format"],
        ]
        for (const [what, text, said] of damages) {
          const damaged = join(path, "damaged")
          writeFileSync(damaged, what === "cut" ? gzipSync(text) : text)
          assert.include(yield* fails(["organizations", "import", damaged], other), said, what)
        }
        assert.include(yield* fails(["organizations", "import", join(path, "none")], other), "No such file")
        assert.deepStrictEqual(yield* succeeds(["organizations", "list"], other), [])
        yield* succeeds(["organizations", "import", file], other)
        assert.include(yield* fails(["organizations", "import", file], other), "is here already")
      }).pipe(Effect.scoped),
  )

  it.live(
    "says how many files are not where it looks, and nothing of organizations that it cannot list",
    () =>
      Effect.gen(function* () {
        const { path, other } = yield* installations
        yield* works(["import", join(path, "catalog.ndjson"), "-o", "acme", "--create"], other)
        yield* works(["export", "--organization", "acme", "-o", join(path, "one.csv")], other)
        const elsewhere = { ...other, HANGTAG_DATA: join(path, "elsewhere") }
        const missing = `; 1 file of its exports was not found in ${join(path, "elsewhere/files")}`
        for (const [command, file] of [
          ["export", join(path, "acme.gz")],
          ["delete", ""],
          ["delete", "--yes"],
        ] as const) {
          const args = command === "export" ? ["-o", file] : file === "" ? [] : [file]
          const { code, printed } = yield* runHere(["organizations", command, "acme", ...args], elsewhere)
          assert.strictEqual(code, 0)
          assert.include(printed, missing)
          if (command === "delete") assert.include(printed, " and 0 files ")
        }
        const away = {
          ...other,
          DATABASE_URL: `postgres://hangtag@127.0.0.1:${yield* Effect.promise(freePort)}/shop`,
        }
        const { code, printed, complaint } = yield* runHere(["organizations", "list", "--json"], away)
        assert.deepStrictEqual([code, printed], [1, ""])
        assert.include(complaint, "No Postgres server answers")
      }).pipe(Effect.scoped),
  )

  it.live("freezes and thaws, and says what there is nothing of", () =>
    Effect.gen(function* () {
      const { path, other } = yield* installations
      yield* works(["import", join(path, "catalog.ndjson"), "-o", "acme", "--create"], other)
      yield* succeeds(["organizations", "freeze", "acme"], other)
      const frozen = yield* succeeds(["organizations", "stats", "acme"], other)
      assert.deepInclude(frozen, { frozen: "freeze", files: { count: 0, bytes: 0 } })
      yield* succeeds(["organizations", "thaw", "acme"], other)
      yield* works(["import", join(path, "catalog.ndjson"), "-o", "acme"], other)
      assert.include(
        yield* fails(["organizations", "export", "unknown"], other),
        "nothing of an organization",
      )
    }).pipe(Effect.scoped),
  )
})
