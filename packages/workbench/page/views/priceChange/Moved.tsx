import type { MovedChange } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import { counted, showSaid } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { Sku } from "../../parts/Sku.tsx"

type Pair = Exact<MovedChange>["moved"][number]

const most = 8

const shown = (record: Pair["was"], zone: string): string =>
  record === null
    ? "none"
    : `${showSaid(record)} from ${showEffective(record.effective_from, zone)}${record.batch_key === null ? "" : ` (${record.batch_key})`}`

const whatOf = { incumbent: "", future: "scheduled ", variant: "" } as const

/** What another change made of prices meanwhile: what each was, and what it is. */
export const Moved = ({ pairs, zone }: { readonly pairs: ReadonlyArray<Pair>; readonly zone: string }) => (
  <ul>
    {pairs.slice(0, most).map(({ variant_key, price_type, was, is, what }) => (
      <li key={`${variant_key} ${price_type} ${was?.record_key} ${is?.record_key}`}>
        <Sku of={variant_key} /> {whatOf[what]}
        {price_type}: was {shown(was, zone)}, is {shown(is, zone)}
      </li>
    ))}
    {pairs.length > most && <li>and {counted(pairs.length - most, "other")}</li>}
  </ul>
)
