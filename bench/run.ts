// Runs one benchmark: `npx -y pnpm@12 bench NAME`. Without a name it lists them.

import { globSync } from "node:fs"
import { basename } from "node:path"

const names = globSync("*.ts", { cwd: import.meta.dirname })
  .map((file) => basename(file, ".ts"))
  .filter((name) => name !== "run")
  .sort()

// servers that a benchmark started end with it: they listen for the process's exit
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1))

const [name] = process.argv.splice(2, 1)
if (name === undefined || !names.includes(name)) {
  console.error(`Name a benchmark: ${names.join(", ")}`)
  process.exit(1)
}
await import(`./${name}.ts`)
