/**
 * The product's files that a preview, a publication and an export pass: `npx -y pnpm@12 passed [--list]`. A file is
 * passed where one of its functions ran between the request and its answer (for the export, until its file is stored)
 * in three calls of three, after one that fills what is kept. V8 counts, in the process of `hangtag serve` on a new
 * embedded database; what its threads run (the database, large files) is not counted.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { freePort, script } from "../test/hangtag.ts"
import { root } from "./sources.ts"

interface ScriptCoverage {
  readonly url: string
  readonly functions: ReadonlyArray<{
    readonly ranges: ReadonlyArray<{ readonly startOffset: number; readonly count: number }>
  }>
}

/** A debugger's connection to a process, for its counts of calls. */
const profiler = async (url: string) => {
  const socket = new WebSocket(url)
  await new Promise((open) => socket.addEventListener("open", open, { once: true }))
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((answer) => {
      const id = waiting.size
      waiting.set(id, answer)
      socket.send(JSON.stringify({ id, method: `Profiler.${method}`, params }))
    })
  await send("enable")
  await send("startPreciseCoverage", { callCount: true, detailed: false })
  const sources = `${pathToFileURL(join(root, "packages")).href}/`
  /** Files of which a function ran since it was asked last. */
  const passed = async (): Promise<ReadonlySet<string>> => {
    const { result } = (await send("takePreciseCoverage")) as { result: ReadonlyArray<ScriptCoverage> }
    return new Set(
      result
        .filter(({ url }) => url.startsWith(sources) && !url.includes("/node_modules/"))
        .filter(({ functions }) =>
          functions.some(({ ranges: [own] }) => own!.startOffset > 0 && own!.count > 0),
        )
        .map(({ url }) => url.slice(sources.length)),
    )
  }
  return { passed, close: () => socket.close() }
}

const data = mkdtempSync(join(tmpdir(), "hangtag-passed-"))
const port = await freePort()
const main = join(root, "packages/cli/src/main.ts")
const server = await script(["--inspect=127.0.0.1:0", main, "serve"], "Hangtag serves on", {
  HANGTAG_DATA: data,
  PORT: String(port),
})
const address = /ws:\/\/\S+/.exec(server.output())![0]
const { passed, close } = await profiler(address)

const post = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** What each of three calls passes, after a first; `arranged` is what a call needs, and is not counted. */
const filesOf = async <Arranged>(
  arranged: (turn: number) => Promise<Arranged>,
  call: (arranged: Arranged) => Promise<unknown>,
): Promise<ReadonlyArray<string>> => {
  let files: ReadonlySet<string> | undefined
  for (let turn = 0; turn < 4; turn++) {
    const given = await arranged(turn)
    await passed()
    await call(given)
    const these = await passed()
    if (turn > 0) files = files === undefined ? these : new Set([...files].filter((file) => these.has(file)))
  }
  return [...files!].sort()
}

const colorway = { product_key: "NT-RIDGE-BOOT", color: "Dark Brown" }
const linesAt = (turn: number) => [
  { price_type: "MAP", amount: 131 + turn, effective_from: `2099-0${turn + 1}-01` },
]
const generated = async (turn: number) =>
  (
    await post<{ batch_key: string }>("pricing/map-policy/NT/price-changes", {
      colorways: [{ ...colorway, lines: linesAt(turn) }],
    })
  ).batch_key
const nothing = async () => {}
const exported = {
  product_keys: [],
  filter_latest_version: true,
  export_format: "xlsx",
  column_mappings: [
    { column_name: "SKU", source_field: "variant_key" },
    { column_name: "Name", source_field: "name" },
    { column_name: "Material", source_field: "material", use_label: true },
    { column_name: "MAP", source_field: "price", sub_field: "MAP" },
  ],
}

const storedFiles = () => {
  const folder = join(data, "files")
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith("xlsx"),
  ).length
}

try {
  const results = {
    preview: await filesOf(nothing, () =>
      post("pricing/map-policy/NT/colorway-prefill", { ...colorway, lines: linesAt(0) }),
    ),
    publication: await filesOf(generated, (batch) => post(`pricing/batches/${batch}/publish`)),
    export: await filesOf(nothing, async () => {
      const before = storedFiles()
      await post("products/export-async", exported)
      while (storedFiles() === before) await delay(20)
      await delay(200)
    }),
  }
  for (const [name, files] of Object.entries(results)) {
    console.log(`${String(files.length).padStart(4)} ${name}`)
    if (process.argv.includes("--list")) for (const file of files) console.log(`       ${file}`)
  }
} finally {
  close()
  await server.stop("SIGINT")
  rmSync(data, { recursive: true, force: true })
}
