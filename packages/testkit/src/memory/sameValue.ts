import { Decimal } from "@hangtag/core"

/** Tells whether two JSON values are the same, whatever the order of their members; absent is as undefined. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b) || a instanceof Decimal !== b instanceof Decimal) return false
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return [...new Set([...one.keys(), ...other.keys()])].every((key) =>
    sameValue(one.get(key), other.get(key)),
  )
}
