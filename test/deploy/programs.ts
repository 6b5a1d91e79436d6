import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Whether the machine has the program; tells what is skipped where it has not. */
export const has = (program: string, argument: string, debian: string) => {
  const found = spawnSync(program, [argument]).status === 0
  if (!found) console.warn(`Checks by ${program} are skipped: this machine has none (Debian: ${debian})`)
  return found
}

/** What it says where it fails, else its warnings. */
export const run = (program: string, ...args: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" })
  return status === 0 ? stderr : `${stdout}${stderr}`
}
