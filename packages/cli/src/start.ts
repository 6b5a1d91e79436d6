import { enableCompileCache } from "node:module"
import { dirname } from "node:path"
import { spawnThreadAhead } from "@hangtag/postgres/embedded/spawnThread"
import { loadEnvFiles, loadSecretFiles } from "./envFiles.ts"
import { heapLimits, limitHeapGrowth } from "./limitHeapGrowth.ts"

// before anything reads a setting
const problem = loadEnvFiles(process.argv.slice(2)) ?? loadSecretFiles(process.env)
if (problem !== undefined) {
  console.error(process.argv.includes("--json") ? JSON.stringify({ error: problem }) : `hangtag: ${problem}`)
  process.exit(2)
}
const loaded = limitHeapGrowth()
// Before anything large is loaded: a second start then takes about half as long to load.
const { directory } = enableCompileCache()
// Threads have one of their own, and know where by this alone.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(directory)
// A command is given, and the database is the embedded one: it loads beside the program.
const { DATABASE_URL: url = "embedded", DATABASE_URL_FILE: urlFile } = process.env
if (/^\w/.test(process.argv[2] ?? "") && url === "embedded" && urlFile === undefined) spawnThreadAhead()
await import("./commandLine.ts")
// who leaves exports to others keeps no memory free for them
loaded(process.argv.includes("--no-worker") ? heapLimits.answers : heapLimits.exports)
