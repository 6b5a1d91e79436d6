import { options } from "./options.ts"

/** The trial's numbers from the command line (`--jobs 100`), each with its default; `seed` is new unless given. */
export const numbers = <const Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name | "seed", number>> =>
  options({ seed: Math.floor(Math.random() * 1_000_000), ...defaults })
