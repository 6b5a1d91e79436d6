// Mutates the pure rules of rooms and sees which mutants their tables and unit tests let pass.
//
//   npx -y pnpm@12 mutate [ROOM…]      the rooms of the core that have rules; all of them unless named

import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { equivalent } from "./equivalent.ts"
import type { Fate } from "./mutants.test.ts"

const here = (path: string) => new URL(path, import.meta.url)
const core = here("../../packages/core/src/")
const all = readdirSync(core).filter((room) => existsSync(new URL(`${room}/rules`, core)))
const named = process.argv.slice(2)
const unknown = named.filter((room) => !all.includes(room))
if (unknown.length > 0) {
  console.error(`No such room: ${unknown.join(", ")}. Rooms with rules: ${all.join(", ")}`)
  process.exit(1)
}
const rooms = named.length > 0 ? named : all
const { status } = spawnSync("npx", ["vitest", "run", "--config", "lab/mutation/vitest.config.ts"], {
  cwd: here("../.."),
  env: { ...process.env, MUTATE_ROOMS: rooms.join(",") },
  stdio: "inherit",
})
if (status !== 0) process.exit(status ?? 1)

const fates: ReadonlyArray<Fate> = JSON.parse(readFileSync(here("reports/fates.json"), "utf8"))
const isExplained = ({ file, from, to }: Fate) =>
  equivalent.some((each) => each.file === file && each.from === from && [each.to].flat().includes(to))
const roomOf = ({ file }: Fate) => file.slice(0, file.indexOf("/"))
const rows = rooms.map((room) => {
  const own = fates.filter((each) => roomOf(each) === room)
  const count = (fate: Fate["fate"]) => own.filter((each) => each.fate === fate).length
  const left = own.filter((each) => each.fate !== "killed")
  const explained = left.filter(isExplained).length
  const score = ((100 * (count("killed") + explained)) / Math.max(1, own.length)).toFixed(1)
  return [room, own.length, count("killed"), explained, left.length - explained, `${score} %`]
})
const results = readFileSync(here("RESULTS.md"), "utf8").split("\n")
for (const row of rows) {
  const line = `| ${row.join(" | ")} |`
  const at = results.findIndex((each) => each.startsWith(`| ${row[0]} `))
  if (at >= 0) results[at] = line
  // a room that is new goes below the others
  else results.splice(results.findLastIndex((each) => each.startsWith("| ")) + 1, 0, line)
  console.log(line)
}
writeFileSync(here("RESULTS.md"), results.join("\n"))
for (const each of fates)
  if (each.fate !== "killed" && !isExplained(each))
    console.log(`${each.fate} ${each.file}:${each.line} ${each.kind}: ${each.from} → ${each.to}`)
