import { parseArgs } from "node:util"

/** The trial's numbers from the command line (`--jobs 100`), each with its default; `seed` is new unless given. */
export const numbers = <const Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name | "seed", number>> => {
  const all = { seed: Math.floor(Math.random() * 1_000_000), ...defaults }
  const names = Object.keys(all) as Array<keyof typeof all>
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]))
  const { values } = parseArgs({ options })
  const read = (name: keyof typeof all) => {
    const number = Number(values[name] ?? all[name])
    if (Number.isFinite(number)) return number
    console.error(`--${name} takes a number, not ${values[name]}`)
    process.exit(2)
  }
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name | "seed", number>
}
