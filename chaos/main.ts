/**
 * The long trials, each ending with a line of figures or failing with what did not hold:
 *
 *     npx -y pnpm@12 chaos attack | faults | hardships | kills | latency | redis | restarts | simulation | soak | storage | zombies
 */
const trials = [
  "attack",
  "faults",
  "hardships",
  "kills",
  "latency",
  "redis",
  "restarts",
  "simulation",
  "soak",
  "storage",
  "zombies",
]

const [trial] = process.argv.splice(2, 1)
if (trial === undefined || !trials.includes(trial)) {
  console.error(`Name a trial: ${trials.join(", ")}`)
  process.exit(2)
}
// By way of `exit`, where what was started is ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
await import(`./${trial}.ts`)

export {}
