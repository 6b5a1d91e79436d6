import type { PriceRecord } from "../contract/PriceRecord.ts"
import { compareText } from "./compareText.ts"
import { shortHash } from "./shortHash.ts"

/** What a price change is judged by: a colorway's variants, their prices in force, and those to come. */
export interface Basis {
  readonly variant_keys: ReadonlyArray<string>
  readonly inForce: ReadonlyArray<PriceRecord>
  readonly future: ReadonlyArray<PriceRecord>
}

const namesOf = (records: ReadonlyArray<PriceRecord>) =>
  records
    .map(({ record_key, status, effective_at }) => `${record_key} ${status} ${effective_at}`)
    .sort(compareText)

/** Names a basis: the same token for the same records, in whichever order they were read. */
export const basisToken = ({ variant_keys, inForce, future }: Basis): string =>
  `b1.${shortHash(JSON.stringify([[...variant_keys].sort(compareText), namesOf(inForce), namesOf(future)]))}`
