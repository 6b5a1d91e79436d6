import { type BrandedInstant, type Instant, instantFromMicros } from "../../kernel/Instant.ts"
import { hash64, hexOf } from "../../kernel/rules/shortHash.ts"
import type { PriceRecord } from "../PriceRecord.ts"

/** What a price change is judged by: a colorway's variants, their prices in force, and those to come. */
export interface Basis {
  readonly variant_keys: ReadonlyArray<string>
  readonly inForce: ReadonlyArray<PriceRecord>
  readonly future: ReadonlyArray<PriceRecord>
}

/** A sum has no order: to sort thousands of records takes longer than to hash them. */
const hashSum = () => {
  let [sum, other] = [0, 0]
  return {
    add: (...parts: ReadonlyArray<string | number>) => {
      const [a, b] = hash64(...parts)
      sum = (sum + a) >>> 0
      other = (other + b) >>> 0
    },
    hex: () => hexOf([sum, other]),
  }
}

/** Names a basis and the moment at which it was read: the same hash for the same records, in whichever order they were read. */
export const basisToken = ({ variant_keys, inForce, future }: Basis, at: Instant): string => {
  const { add, hex } = hashSum()
  for (const key of variant_keys) add("variant ", key)
  for (const [what, records] of [
    ["in force ", inForce],
    ["future ", future],
  ] as const)
    for (const { record_key, status, effective_at } of records)
      add(what, record_key, " ", status, " ", effective_at)
  return `b2.${at.toString(36)}.${hex()}`
}

/** A token that names the prices of lists above too, by their keys, that amounts are made of: its fourth part. */
export const withAbove = (token: string, recordKeys: Iterable<string>): string => {
  const { add, hex } = hashSum()
  for (const key of recordKeys) add(key)
  return `${token}.${hex()}`
}

/** The moment at which a token was made; undefined: it is none of ours. */
export const momentOfBasis = (token: string): BrandedInstant | undefined => {
  const [version, at = "", hash] = token.split(".")
  const moment = Number.parseInt(at, 36)
  return version === "b2" && hash !== undefined && Number.isSafeInteger(moment)
    ? instantFromMicros(moment)
    : undefined
}

/** Whether two tokens name the same records, whenever they were read; those of lists above where both name some. */
export const isSameBasis = (token: string, other: string): boolean => {
  const [, , hash, above] = token.split(".")
  const [, , otherHash, otherAbove] = other.split(".")
  return hash === otherHash && (above ?? otherAbove) === (otherAbove ?? above)
}
