import { parseArgs } from "node:util"

type Value = string | number | boolean
type Widened<A extends Value> = A extends string ? string : A extends number ? number : boolean
export type Options<Defaults extends Readonly<Record<string, Value>>> = {
  readonly [Name in keyof Defaults]: Widened<Defaults[Name]>
}

/** The trial's options as `--help` tells them. */
const usageOf = (defaults: Readonly<Record<string, Value>>): string => {
  const lines = Object.entries(defaults).map(([name, value]) =>
    typeof value === "boolean"
      ? `  --${name}`
      : `  --${name} ${typeof value === "number" ? "N" : "TEXT"}    default ${value === "" ? "none" : value}`,
  )
  return ["Options:", ...lines, "  --help"].join("\n")
}

/** Reads options from arguments; a text where there is something to say instead: a fault, or what `--help` asks for. */
export const readOptions = <const Defaults extends Readonly<Record<string, Value>>>(
  defaults: Defaults,
  args: ReadonlyArray<string>,
): { readonly values: Options<Defaults> } | { readonly fault: string } | { readonly help: string } => {
  const kinds = Object.entries(defaults).map(
    ([name, value]) => [name, { type: typeof value === "boolean" ? "boolean" : "string" }] as const,
  )
  const usage = usageOf(defaults)
  try {
    const options = { ...Object.fromEntries(kinds), help: { type: "boolean", short: "h" } } as const
    const { help, ...given } = parseArgs({ args: [...args], options }).values as Record<string, unknown>
    if (help === true) return { help: usage }
    const values = Object.entries(defaults).map(([name, value]) => {
      if (typeof value !== "number" || given[name] === undefined) return [name, given[name] ?? value] as const
      const number = given[name] === "" ? Number.NaN : Number(given[name])
      if (!Number.isFinite(number)) throw new Error(`--${name} takes a number, not ${given[name]}`)
      return [name, number] as const
    })
    return { values: Object.fromEntries(values) as Options<Defaults> }
  } catch (error) {
    return { fault: `${error instanceof Error ? error.message : error}\n\n${usage}` }
  }
}

/** A trial's options from the command line (`--jobs 100`), each with its default; `--help` tells them. */
export const options = <const Defaults extends Readonly<Record<string, Value>>>(
  defaults: Defaults,
): Options<Defaults> => {
  const read = readOptions(defaults, process.argv.slice(2))
  if ("values" in read) return read.values
  if ("help" in read) console.log(read.help)
  else console.error(read.fault)
  process.exit("help" in read ? 0 : 2)
}
