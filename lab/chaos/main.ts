/**
 * The long trials, each ending with a line of figures or failing with what did not hold:
 *
 *     npx -y pnpm@12 chaos attack | faults | hardships | kills | latency | moves | outage | patroni | poolers | price-changes | redis | replica | restarts | rolling | servers | silence | simulation | soak | standby | storage | upgrades | zombies
 */
import { readFileSync } from "node:fs"

const trials = [
  "attack",
  "faults",
  "hardships",
  "kills",
  "latency",
  "moves",
  "outage",
  "patroni",
  "poolers",
  "price-changes",
  "redis",
  "replica",
  "restarts",
  "rolling",
  "servers",
  "silence",
  "simulation",
  "soak",
  "standby",
  "storage",
  "upgrades",
  "zombies",
]

/** What stands at the head of a trial: its purpose and how it is called. */
const headOf = (trial: string): string => {
  const source = readFileSync(new URL(`${trial}.ts`, import.meta.url), "utf8")
  const [head = ""] = source.split("*/", 1)
  return head.replaceAll(/^(\/\*\*| \* ?)/gm, "").trim()
}

const [trial = "--help"] = process.argv.splice(2, 1)
if (trial === "--help" || trial === "-h") {
  const summaries = trials.map(
    (name) => `${name}\n  ${headOf(name).split("\n\n", 1)[0]!.replaceAll("\n", "\n  ")}`,
  )
  console.log(`Trials, each with its own --help:\n\n${summaries.join("\n")}`)
  process.exit(0)
}
if (!trials.includes(trial)) {
  console.error(`Name a trial: ${trials.join(", ")}`)
  process.exit(2)
}
if (process.argv.some((argument) => argument === "--help" || argument === "-h"))
  console.log(`${headOf(trial)}\n`)
// By way of `exit`, where what was started is ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
await import(`./${trial}.ts`)
