import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Command } from "effect/cli"
import { inject } from "vitest"
import { freePort, root, run } from "../../../test/hangtag.ts"
import { settingTable } from "../src/settings/settingTable.ts"
import { runHere } from "./support/commandLine.ts"

const here = (...command: Parameters<typeof runHere>) => Effect.runPromise(runHere(...command))

/** The commands that the program knows; some have commands of their own. */
const table = readFileSync(join(root, "packages/cli/src/program.ts"), "utf8")
const known = [...table.matchAll(/\(await import\("(\.\/commands\/\w+\.ts)"\)\)\.(\w+)/g)]
const top = await Promise.all(
  known.map(
    async ([, file, name]) =>
      (await import(new URL(file!, new URL("../src/", import.meta.url)).href))[name!] as Command.Command.Any,
  ),
)
const all = top.flatMap((command) => [
  command,
  ...command.subcommands.flatMap(({ commands }) => [...commands]),
])

/** The settings that a command's help names. */
const settingsIn = (description: string | undefined) =>
  Array.from(description!.matchAll(/^ {4}([A-Z][A-Z\d_]+) {2,}\S/gm), ([, name]) => name!)

describe("the help of the commands", () => {
  it("has examples, each of which calls the command, and the settings that it goes by", () => {
    assert.deepStrictEqual([known.length >= 10, all.length > known.length], [true, true])
    for (const { name, description, examples } of all) {
      assert.isAbove(examples.length, 0, name)
      assert.include(settingsIn(description), "DATABASE_URL", name)
      for (const { command, description: shown } of examples) {
        assert.match(
          command,
          new RegExp(`\\bhangtag (?:jobs |price-change |batches |discoveries )?${name}\\b`),
        )
        assert.isAbove(shown?.length ?? 0, 10)
      }
    }
  })

  it("has examples that the command takes as they are written", async () => {
    for (const { name, examples } of all)
      for (const { command } of examples) {
        const [, words] = /(?:^|\s)hangtag ([^|>&]+)/.exec(command)!
        const args = Array.from(words!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, a, b, c]) => a ?? b ?? c!)
        // what it takes it goes on with, and finds that there is no such database or file
        const { printed, complaint } = await here(args, { DATABASE_URL: "none" })
        assert.notMatch(complaint, /--help\)/, name)
        assert.match(printed + complaint, /DATABASE_URL|no such file/, `${command}: ${printed}${complaint}`)
      }
  })

  it("names together every setting that is read, and no other", () => {
    const named = all.flatMap(({ description }) => settingsIn(description))
    assert.deepStrictEqual([...new Set(named)].sort(), Object.keys(settingTable).sort())
    const serve = all.find(({ name }) => name === "serve")!.description!
    assert.match(serve, /^ {4}PORT +a port number from 0 \(any free one\) to 65535 \(8080\)$/m)
  })
})

describe("the command line", () => {
  it("tells in a line what it does not understand, with exit code 2", async () => {
    const unknown = await run(["frob"], {})
    assert.deepStrictEqual(
      [unknown.code, unknown.output],
      [2, 'hangtag: Unknown subcommand "frob" for "hangtag" (see hangtag --help)\n'],
    )
    const missing = await here(["preview", "NT", "--json"], {})
    assert.deepStrictEqual(
      [missing.code, JSON.parse(missing.complaint)],
      [2, { error: "Missing required argument: product (see hangtag preview --help)" }],
    )
  })

  it.each([
    [
      ["preview", "NT", "P", "Black", "MAP=1,5@2030-01-01"],
      "Line MAP=1,5@2030-01-01 cannot be read: write TYPE",
    ],
    [["price-change", "generate", "NT", "P", "Black", "MAP"], "Line MAP cannot be read: write TYPE"],
    [["export", "--column", "SKU"], "Column SKU cannot be read: write NAME"],
    [["export", "-o", "prices.pdf"], "prices.pdf has no ending that names its format: "],
    [["export", "--shopify", "-o", "shop.xlsx"], "--shopify takes only --output "],
    [["export", "--shopify", "--latest"], "--shopify takes only --output "],
    [["import", "catalog.ndjson", "-o", "acme", "--report", ""], "--report is empty: "],
    [["import", "/dev/null", "-o", "acme", "--report", "/dev/../dev/null"], "--report names a file that "],
    [["policy", "NT", "--set", "{"], "The policy cannot be read: "],
  ])("does so where a value of its own form cannot be read: %s", async (args, expected) => {
    const { code, printed, complaint } = await here(args, {})
    assert.deepStrictEqual([code, complaint.slice(0, expected.length + 9)], [2, `hangtag: ${expected}`])
    assert.notMatch(printed + complaint, /USAGE|\n./)
  })

  it("tells a failure as JSON where JSON is asked for, with exit code 1", async () => {
    const { code, complaint } = await here(["doctor", "--json"], { LOG_LEVEL: "loud" })
    assert.strictEqual(code, 1)
    assert.match((JSON.parse(complaint) as { error: string }).error, /^Setting LOG_LEVEL=loud/)
  })

  it("tells all of it in JSON where the log is set so", async () => {
    const port = await freePort()
    const { code, printed, complaint } = await here(["doctor"], {
      DATABASE_URL: `postgres://hangtag@127.0.0.1:${port}/shop`,
      HANGTAG_DATA: join(inject("runDirectory"), `json-${port}`),
      LOG_FORMAT: "json",
    })
    const findings = JSON.parse(printed) as ReadonlyArray<{ readonly check: string; readonly ok: boolean }>
    const { level, message } = JSON.parse(complaint) as Record<string, string>
    assert.deepStrictEqual([code, findings.find(({ check }) => check === "database")!.ok], [1, false])
    assert.deepStrictEqual([level, message], ["ERROR", `1 of ${findings.length} checks failed`])
  })

  it("ends without a word when its reader has seen enough", async () => {
    const main = join(root, "packages/cli/src/main.ts")
    const child = spawn(process.execPath, [main, "--help"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.destroy()
    let said = ""
    child.stderr.on("data", (chunk) => {
      said += chunk
    })
    assert.deepStrictEqual([await once(child, "close"), said], [[0, null], ""])
  })
})
