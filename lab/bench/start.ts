// From the start of the process to the first answer, and what importing the core costs.

import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generateCatalog } from "../../packages/cli/src/demo/demoCatalog.ts"
import { writeNdjson } from "../../packages/cli/src/demo/writeNdjson.ts"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { median, megabytes, short } from "./support/figures.ts"
import { interleave } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { Service } from "./support/Service.ts"
import { table } from "./support/table.ts"

const folder = mkdtempSync(join(tmpdir(), "hangtag-bench-"))
const main = "packages/cli/src/main.ts"
const memory = new Map<string, number>()

const firstAnswer = async (name: string, program: ReadonlyArray<string>, environment?: NodeJS.ProcessEnv) => {
  const service = await Service.start(program, environment)
  memory.set(name, Math.max(memory.get(name) ?? 0, service.peakMemory()))
  await service.stop()
  return service.startTime
}

const hangtag = (name: string, environment: NodeJS.ProcessEnv) => () =>
  firstAnswer(name, [main, "serve"], environment)

/** A data folder that holds a catalog of that many variants, and the ten or so prices of each. */
const filledFolder = async (variants: number): Promise<string> => {
  const data = join(folder, `data-${variants}`)
  const file = join(folder, "catalog.ndjson")
  await writeNdjson(file, generateCatalog({ brands: 3, products: variants / 10, variants }, "2026-11-01"))
  execFileSync(process.execPath, [main, "import", file, "-o", "demo", "--create"], {
    env: { ...process.env, HANGTAG_DATA: data },
    stdio: "ignore",
  })
  return data
}

/** Milliseconds that a fresh process takes to import the module, without its own start. */
const importing = (specifier: string) => () =>
  Number(
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const start = performance.now(); await import("${specifier}"); console.log(performance.now() - start)`,
      ],
      { cwd: import.meta.dirname },
    ),
  )

/** As it is published: sources would be stripped of their types first. */
const builtCore = join(import.meta.dirname, "../../packages/core/dist/index.js")
execFileSync(join(import.meta.dirname, "../../node_modules/.bin/tsc"), ["-b", "packages/core"], {
  cwd: join(import.meta.dirname, "../.."),
})

const sizes = [300, 3_000, 12_000]
const server = await PostgresServer.create()
try {
  const folders = await sizes.reduce(
    async (all, size) => [...(await all), await filledFolder(size)],
    Promise.resolve<Array<string>>([]),
  )
  const onServer = { DATABASE_URL: server.url, HANGTAG_DEMO: "on", HANGTAG_DATA: join(folder, "files") }
  await hangtag("server", onServer)()
  let fresh = 0
  const starts = await interleave(
    {
      fresh: () => hangtag("fresh", { HANGTAG_DATA: join(folder, `fresh-${fresh++}`) })(),
      ...Object.fromEntries(
        sizes.map((size, index) => [
          `existing ${size}`,
          hangtag(`existing ${size}`, { HANGTAG_DATA: folders[index] }),
        ]),
      ),
      server: hangtag("server", onServer),
      fastify: () => firstAnswer("fastify", ["lab/bench/peers/fastifyHello.ts"]),
    },
    5,
  )
  const imports = await interleave(
    { effect: importing("effect"), core: importing(builtCore), fastify: importing("fastify") },
    11,
  )
  const start = (name: keyof typeof starts) => median(starts[name])
  const existing = (size: number) => median(starts[`existing ${size}` as keyof typeof starts])
  const beyond = median(imports.core) - median(imports.effect)
  const seconds = (millis: number) => `${(millis / 1000).toFixed(2)} s`
  const row = (title: string, name: string) => {
    const figures = starts[name as keyof typeof starts]
    return [title, short(median(figures)), short(Math.min(...figures)), megabytes(memory.get(name)!)]
  }
  report({
    name: "start",
    verdicts: [
      { goal: "fresh data folder under 2 s", result: seconds(start("fresh")), met: start("fresh") < 2000 },
      { goal: "existing one under 1 s", result: seconds(existing(3_000)), met: existing(3_000) < 1000 },
      {
        goal: "peak memory under 450 MB",
        result: megabytes(Math.max(...memory.values())),
        met: Math.max(...memory.values()) < 450 * 1024 ** 2,
      },
      { goal: "real server under 1 s", result: seconds(start("server")), met: start("server") < 1000 },
      {
        goal: "importing the core under 100 ms over Effect",
        result: `${short(beyond)} ms`,
        met: beyond < 100,
      },
    ],
    body: `Milliseconds from the start of the process to its first 200, \`/healthz\`, asked every 5 ms. A fresh folder gets
the embedded database and the demo catalog of 3,000 variants before that; sources run as they are, without a build.

${table(
  ["", "median", "fastest", "peak memory"],
  [
    row("fresh data folder", "fresh"),
    ...sizes.map((size) => row(`existing one, ${short(size)} variants`, `existing ${size}`)),
    row("real server", "server"),
    row("plain Fastify, no database", "fastify"),
  ],
)}

Of a start some 0.5 s go into finding, reading and linking 900 modules; bundled into a few files they take 0.16 s, which has
its price (decision 0037). The embedded database opens meanwhile, as far as it can: its thread compiles the engine first, and
opens the folder while the server's own modules load. What a fresh folder takes beyond that, 1.4 s, is 530 files written, and the demo's
3,000 variants and 21,000 prices, of WebAssembly that V8 does not optimize (decision 0008). Bundled it would take
1.9 s: that it does not is a choice.

In a fresh process importing the built core takes ${short(median(imports.core))} ms, \`import "effect"\` ${short(median(imports.effect))} ms, \`import "fastify"\` ${short(median(imports.fastify))} ms.`,
  })
} finally {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
