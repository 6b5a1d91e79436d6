/**
 * Tries the packages as their users get them: `node packaging/check.ts`. Packs what is committed from a clean clone,
 * lints the tarballs, installs them into empty projects, compiles and runs the READMEs' code there, and weighs them.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { command } from "./command.ts"
import { type Host, tryHost } from "./hosts.ts"
import { packClone } from "./packClone.ts"
import { bundledSize, installedSize } from "./sizes.ts"

const root = resolve(import.meta.dirname, "..")
const directory = mkdtempSync(join(tmpdir(), "hangtag-packed-"))

const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const oldest = `${engines.node.replace(">=", "")}.0`
const newest = "26.10.0"

const development = { typescript: "7.0.2", "@types/node": "22.20.5" }
const hosts: ReadonlyArray<Host> = [
  {
    name: "on-npm",
    installer: "npm",
    dependencies: { ...development, effect: "4.1.0", "@effect/platform-node": "4.1.0" },
    nodes: [newest],
  },
  {
    name: "on-pnpm-with-another-effect",
    installer: "pnpm",
    // the command line is a program, with an Effect of its own
    packages: ["core", "http-adapter", "postgres", "storage", "worker", "catalog-files", "testkit"].map(
      (name) => `@hangtag/${name}`,
    ),
    dependencies: {
      ...development,
      effect: "4.0.5",
      "@effect/platform-node": "4.0.5",
      "@effect/sql-pg": "4.0.5",
      "@electric-sql/pglite": "0.5.16",
      redis: "6.3.1",
    },
    // of the same release as its Effect: by itself it is the newest, which needs a newer Effect
    overrides: { "@effect/platform-node-shared": "4.0.5" },
    nodes: [oldest],
  },
]

/** What a page loads at most: kilobytes. */
const budgets = [
  ["@hangtag/core: contract, errors, ports, rules", 'export * from "@hangtag/core"', 15],
  ["one operation", 'export { previewColorway } from "@hangtag/core/effect"', 10],
  ["every operation", 'export * from "@hangtag/core/effect"', 22],
  ["@hangtag/client", 'export * from "@hangtag/client"', 10],
] as const

const started = performance.now()
const step = async (what: string, work: () => Promise<unknown>) => {
  const before = performance.now()
  await work()
  console.log(`${what} (${((performance.now() - before) / 1000).toFixed(0)} s)`)
}

try {
  let packed: Awaited<ReturnType<typeof packClone>> = []
  await step("packed from a clean clone, by pnpm and npm alike", async () => {
    packed = await packClone(root, directory)
  })
  await step("publint and attw find nothing", async () => {
    const bin = (name: string) => join(root, "node_modules/.bin", name)
    for (const { tarball } of packed) {
      await Promise.all([
        command(root, bin("publint"), ["run", "--strict", tarball]),
        command(root, bin("attw"), [tarball, "--profile", "esm-only"]),
      ])
    }
  })
  for (const host of hosts) {
    await step(`host ${host.name}, Node ${host.nodes}`, () => tryHost(host, packed, directory))
  }
  const npmHost = join(directory, hosts[0]!.name)
  await step("the packed command line answers", async () => {
    const said = await command(npmHost, join("node_modules", ".bin", "hangtag"), ["--version"])
    if (!said.includes("0.1.0")) throw new Error(`hangtag --version says ${said}`)
  })
  await installedSize(["@hangtag/http-adapter", "@hangtag/core"], 80, packed, directory)
  for (const [what, contents, limit] of budgets) await bundledSize(what, contents, limit, npmHost)
  console.log(`The packages are fit to be published (${((performance.now() - started) / 1000).toFixed(0)} s)`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
