// Runs one benchmark: `npx -y pnpm@12 bench NAME`; `all` runs each in a process of its own, one after the other.
// With `BENCH_RUNS=3` the middle one of three runs is reported. Without a name it lists them.

import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { middleRun } from "./support/middleRun.ts"
import { type Report, writeSection } from "./support/report.ts"

const names = globSync("*.ts", { cwd: import.meta.dirname })
  .map((file) => basename(file, ".ts"))
  .filter((name) => name !== "run")
  .sort()

// servers that a benchmark started end with it: they listen for the process's exit
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1))

const [name] = process.argv.splice(2, 1)
if (name === "all") {
  for (const each of names) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, each], { stdio: "inherit" })
    // what could not be measured says why, and keeps its last figures
    if (status !== 0) process.exitCode = 1
  }
  process.exit()
}
if (name === undefined || !names.includes(name)) {
  console.error(`Name a benchmark, or all: ${names.join(", ")}`)
  process.exit(1)
}
const runs = Number(process.env.BENCH_RUNS ?? 1)
if (runs > 1) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"))
  const reports: Array<Report> = []
  for (let run = 0; run < runs; run++) {
    const path = join(folder, `${run}.json`)
    const env = { ...process.env, BENCH_RUNS: "1", BENCH_REPORT: path }
    const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: "inherit", env })
    if (status !== 0) process.exit(1)
    reports.push(JSON.parse(readFileSync(path, "utf8")))
  }
  rmSync(folder, { recursive: true })
  writeSection(middleRun(reports))
} else await import(`./${name}.ts`)
