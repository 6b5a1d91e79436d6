import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { schemaVersion } from "@hangtag/postgres"
import { Effect } from "effect"
import { testServer } from "../../../postgres/test/support/testServer.ts"
import { runHere } from "../support/commandLine.ts"
import { twoServers } from "../support/twoServers.ts"

describe.skipIf(testServer.unavailable)("commands on several servers", () => {
  it.live("go to the server of the organization, which moves to another one with all that it has", () =>
    Effect.gen(function* () {
      const { env, map, catalog } = yield* twoServers
      const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const ended = yield* runHere(args, env)
        assert.strictEqual(ended.code, 0, `${args.join(" ")}: ${ended.complaint}`)
        return ended.printed.trim()
      })
      const json = (...args: ReadonlyArray<string>) =>
        Effect.map(run(...args, "--json"), (printed) =>
          printed.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>),
        )
      const places = Effect.map(json("organizations", "list"), ([list]) =>
        (list as unknown as ReadonlyArray<Record<string, unknown>>).map(
          ({ organization, server, variants, frozen }) => [organization, server, variants, frozen],
        ),
      )
      map("globex")
      assert.deepStrictEqual(yield* json("migrate"), [
        { server: "default", from: schemaVersion, to: schemaVersion },
        { server: "eu", from: schemaVersion, to: schemaVersion },
      ])
      for (const each of ["acme", "globex"])
        yield* run("import", catalog(each), "--organization", each, "--create")
      assert.deepStrictEqual(yield* places, [
        ["acme", "default", 1, null],
        ["globex", "eu", 1, null],
      ])
      const file = join(env.HANGTAG_DATA, "globex.csv")
      yield* run("export", "--column", "Name=name", "-o", file, "--organization", "globex")
      assert.include(readFileSync(file, "utf8"), "Boot of globex")

      const moved = yield* run("organizations", "move", "globex", "--to-server", "default")
      assert.include(moved, "hangtag organizations delete globex --server eu --yes")
      // one copy is frozen where callers are sent still, the other one waits for them
      assert.deepStrictEqual(yield* places, [
        ["acme", "default", 1, null],
        ["globex", "default", 1, null],
        ["globex", "eu", 1, "move"],
      ])
      map("acme")
      assert.include(
        yield* run("organizations", "list"),
        "on server eu, though it is on default by DATABASE_URLS",
      )
      assert.include(
        yield* run("organizations", "delete", "globex", "--server", "eu"),
        "and 0 files would be",
      )
      assert.include(
        yield* run("organizations", "delete", "globex", "--server", "eu", "--yes"),
        "and 0 files of globex",
      )
      assert.deepStrictEqual(yield* places, [
        ["acme", "default", 1, null],
        ["globex", "default", 1, null],
      ])
      const [stats] = yield* json("organizations", "stats", "globex")
      assert.deepStrictEqual((stats!.files as { count: number }).count, 1)
      const findings = yield* json("doctor")
      assert.deepStrictEqual(
        (findings[0] as unknown as ReadonlyArray<{ check: string; ok: boolean }>)
          .filter(({ check }) => ["servers", "database", "queue"].includes(check))
          .map(({ check, ok }) => [check, ok]),
        [
          ["servers", true],
          ["database", true],
          ["queue", true],
          ["database", true],
          ["queue", true],
        ],
      )
    }).pipe(Effect.scoped),
  )

  it.live("over all organizations do what they can where a server is away, and say which", () =>
    Effect.gen(function* () {
      const { env, map, catalog, forwarder } = yield* twoServers
      map("globex")
      assert.strictEqual((yield* runHere(["import", catalog("acme"), "-o", "acme", "--create"], env)).code, 0)
      forwarder.dispose()
      for (const command of ["organizations list", "migrate", "jobs retry --all"]) {
        const { code, printed, complaint } = yield* runHere([...command.split(" "), "--json"], env)
        assert.strictEqual(code, 1, command)
        assert.isNotEmpty(printed, command)
        assert.include(complaint, "Not done on server eu (No Postgres server answers at 127.0.0.1")
      }
      const own = yield* runHere(["brands", "-o", "acme"], env)
      assert.include(own.printed, "Boots of acme")
      const { complaint } = yield* runHere(["brands", "-o", "globex"], env)
      assert.include(complaint, "No Postgres server answers")
    }).pipe(Effect.scoped),
  )

  it.live("are refused with a map that cannot be used, and with a server that is not in it", () =>
    Effect.gen(function* () {
      const { env, map, write } = yield* twoServers
      write("{")
      const broken = yield* runHere(["brands"], env)
      assert.include(broken.complaint, "DATABASE_URLS")
      assert.include(broken.complaint, "of this one it is no JSON")
      map()
      const unknown = yield* runHere(["organizations", "stats", "acme", "--server", "us"], env)
      assert.include(unknown.complaint, "no server us is in it: name one of default, eu")
      const both = yield* runHere(["organizations", "move", "acme", "--to", "x", "--to-server", "eu"], env)
      assert.strictEqual(both.code, 2)
    }).pipe(Effect.scoped),
  )
})
