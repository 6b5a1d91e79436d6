import { isIntegerSource, numberSource } from "@hangtag/core/adapter"
import { type Refusal, refuse } from "./Refusal.ts"

/** Reads a boolean as pydantic's lax mode does: `true`, 1, 1.0, "yes", "On"; never with spaces around. */
export const laxBoolean = (input: unknown): boolean | Refusal => {
  if (typeof input === "boolean") return input
  if (typeof input === "string") return WORDS.get(input.toLowerCase()) ?? refuse("bool_parsing")
  const source = numberSource(input)
  if (source === undefined) return refuse("bool_type")
  const value = Number(source)
  if (value === 0 || value === 1) return value === 1
  const isWhole = isIntegerSource(source)
    ? isInt64(source)
    : Number.isInteger(value) && Math.abs(value) < 2 ** 63
  return refuse(isWhole ? "bool_parsing" : "bool_type")
}

const WORDS = new Map([
  ...["0", "f", "n", "no", "off", "false"].map((word) => [word, false] as const),
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
])

const isInt64 = (source: string): boolean => BigInt.asIntN(64, BigInt(source)) === BigInt(source)
