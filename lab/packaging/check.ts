/**
 * Tries the packages as their users get them: `node lab/packaging/check.ts`. Packs what is committed from a clean clone,
 * lints the tarballs, compares what they export with its report, installs them into empty projects, compiles and runs
 * the READMEs' code there, lets others' generators make clients of the OpenAPI document, puts together what the
 * container's image holds, and weighs what there is.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { command } from "./command.ts"
import { generatedClients, installTools } from "./generatedClients.ts"
import { type Host, tryHost } from "./hosts.ts"
import { imageWalk } from "./imageWalk.ts"
import { packClone } from "./packClone.ts"
import { readmeWalk } from "./readmeWalk.ts"
import { bundledSize, installedSize } from "./sizes.ts"

const root = resolve(import.meta.dirname, "../..")
const directory = mkdtempSync(join(tmpdir(), "hangtag-packed-"))

const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
/** The Node that the packages ask for, and the newest there is. */
const [oldest, newest] = [`${engines.node.replace(">=", "")}.0`, "26.10.0"]

const development = { typescript: "7.0.2", "@types/node": "22.20.5" }

/** The Effect that the packages are made with: its hosts take them all. */
const current = { dependencies: { ...development, effect: "4.1.0", "@effect/platform-node": "4.1.0" } }

/** The oldest Effect that they may meet. */
const another = {
  // the command line is a program, with an Effect of its own
  packages: ["core", "http-adapter", "postgres", "storage", "worker", "catalog-files", "testkit"].map(
    (name) => `@hangtag/${name}`,
  ),
  dependencies: {
    ...development,
    effect: "4.0.5",
    "@effect/platform-node": "4.0.5",
    pg: "8.23.1",
    "@electric-sql/pglite": "0.5.16",
    redis: "6.3.1",
  },
  // of the same release as its Effect: by itself it is the newest, which needs a newer Effect
  overrides: { "@effect/platform-node-shared": "4.0.5" },
}

/** Any two of installer, Effect and Node meet in one of these; attw looks at every tarball as each resolution finds it. */
const onNpm: Host = {
  ...current,
  name: "on-npm",
  installer: "npm",
  node: oldest,
  resolutions: ["nodenext", "node16", "bundler"],
}
const nodenext = { resolutions: ["nodenext"] } as const
const otherHosts: ReadonlyArray<Host> = [
  { ...another, ...nodenext, name: "on-npm-with-another-effect", installer: "npm", node: newest },
  { ...another, ...nodenext, name: "on-pnpm-with-another-effect", installer: "pnpm", node: oldest },
  { ...current, ...nodenext, name: "on-pnpm", installer: "pnpm", node: newest },
]

/** What a page loads at most: kilobytes. Every operation is some 1.3 kB each: a new one may move its budget, an old one may not. */
const budgets = [
  ["@hangtag/core: contract, errors, ports, rules", 'export * from "@hangtag/core"', 21],
  ["one operation", 'export { previewColorway } from "@hangtag/core/effect"', 16],
  ["every operation", 'export * from "@hangtag/core/effect"', 75],
  ["@hangtag/client", 'export * from "@hangtag/client"', 10],
] as const

const started = performance.now()
const step = async (what: string, work: () => Promise<unknown>) => {
  const before = performance.now()
  await work()
  console.log(`${what} (${((performance.now() - before) / 1000).toFixed(0)} s)`)
}

/** Runs all at once; fails with the first fault when all have come to their end. */
const inLanes = async (...lanes: ReadonlyArray<() => Promise<void>>) => {
  const ends = await Promise.allSettled(lanes.map((lane) => lane()))
  const failed = ends.find((end) => end.status === "rejected")
  if (failed !== undefined) throw failed.reason
}

try {
  let packed: Awaited<ReturnType<typeof packClone>> = []
  let tools = ""
  await inLanes(
    () =>
      step("packed from a clean clone, by pnpm and npm alike", async () => {
        packed = await packClone(root, directory)
      }),
    () =>
      step("tools for generated clients installed", async () => {
        tools = await installTools(directory)
      }),
  )
  const npmHost = join(directory, onNpm.name)
  const tried = (host: Host) =>
    step(`host ${host.name}, Node ${host.node}`, () => tryHost(host, packed, directory))
  // two cores and a network: what waits for one leaves room for the others
  await inLanes(
    async () => {
      await tried(onNpm)
      await step("the packed command line answers", async () => {
        const said = await command(npmHost, join("node_modules", ".bin", "hangtag"), ["--version"])
        if (!said.includes("0.1.0")) throw new Error(`hangtag --version says ${said}`)
      })
      await step("the README leads to a preview of own data", () =>
        readmeWalk(join(root, "README.md"), npmHost),
      )
      await step("OpenAPI has no errors, and generated clients are answered", () =>
        generatedClients(npmHost, tools),
      )
      for (const [what, contents, limit] of budgets) await bundledSize(what, contents, limit, npmHost)
    },
    async () => {
      for (const host of otherHosts) await tried(host)
      await installedSize(["@hangtag/http-adapter", "@hangtag/core"], 80, packed, directory)
      await step("what deploy/Dockerfile puts together serves, is well and stops", () =>
        imageWalk(join(directory, "clone"), directory),
      )
    },
    async () => {
      await step("publint and attw find nothing", async () => {
        const bin = (name: string) => join(root, "node_modules/.bin", name)
        for (const { tarball } of packed) {
          await command(root, bin("publint"), ["run", "--strict", tarball])
          await command(root, bin("attw"), [tarball, "--profile", "esm-only"])
        }
      })
      await step("what is exported is as reported, and documented", () =>
        command(join(directory, "clone"), process.execPath, ["lab/packaging/apiReports.ts"]),
      )
    },
  )
  console.log(`The packages are fit to be published (${((performance.now() - started) / 1000).toFixed(0)} s)`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
