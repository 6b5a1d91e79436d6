import { HangtagError, type PriceChangeConflict } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import { listNames, usePriceLists } from "../../app/priceLists.ts"
import { showSaid } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { First } from "../../parts/First.tsx"
import { Sku } from "../../parts/Sku.tsx"
import { Warned } from "../../policy/Warned.tsx"
import { Moved } from "./Moved.tsx"

/** A server that is newer than the page may have other reasons; its sentence says what they are. */
const saidBySentence = (_: never) => null

/** Why a price change was refused; undefined for all else that fails. */
export const conflictOf = (error: Error): Exact<PriceChangeConflict> | undefined =>
  error instanceof HangtagError ? (error.conflict as Exact<PriceChangeConflict> | undefined) : undefined

interface ConflictProps {
  readonly error: Error
  /** Null: of several brands. */
  readonly brand: string | null
  readonly zone: string
}

/** What a refused price change meets, beside the sentence that says so. */
export const Conflict = ({ error, brand, zone }: ConflictProps) => {
  const conflict = conflictOf(error)
  const { currencyOf } = listNames(usePriceLists().data)
  if (conflict === undefined) return null
  switch (conflict.reason) {
    case "moved":
    case "stale":
      return <Moved pairs={conflict.moved} {...{ zone, currencyOf }} />
    case "collides":
      return (
        <First of={conflict.collisions}>
          {({ variant_key, price_type, price_list, effective_from, batch_key, ...record }) => (
            <>
              <Sku of={variant_key} /> {price_type}: {showSaid(record, currencyOf(price_list))} from{" "}
              {showEffective(effective_from, zone)}
              {batch_key === null ? "" : ` (${batch_key})`}
            </>
          )}
        </First>
      )
    case "sheet_moved":
      return (
        <First of={conflict.conflicts}>
          {({ row, variant_key, price_type, price_list, was, is }) => (
            <>
              row {row}: <Sku of={variant_key} /> {price_type}: was{" "}
              {showSaid({ amount: was }, currencyOf(price_list))}, is{" "}
              {showSaid({ amount: is }, currencyOf(price_list))}
            </>
          )}
        </First>
      )
    case "no_return":
      return (
        <First of={conflict.no_return}>
          {({ variant_key, price_type }) => (
            <>
              <Sku of={variant_key} /> {price_type}
            </>
          )}
        </First>
      )
    case "blocked":
      return (
        <First of={conflict.warnings}>
          {(by) => (
            <Warned
              {...{ by, brand, zone }}
              of={by.product_key === undefined ? [] : [`${by.product_key}, ${by.color}`]}
            />
          )}
        </First>
      )
    case "empty":
    case "backdated":
    case "active":
    case "published":
    case "unsuitable":
    case "busy":
    case "carried_out":
      return null
    default:
      return saidBySentence(conflict)
  }
}
