// Runs one benchmark: `npx -y pnpm@12 bench NAME`; `all` runs each in a process of its own, one after the other.
// Without a name it lists them.

import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { basename } from "node:path"

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
await import(`./${name}.ts`)
