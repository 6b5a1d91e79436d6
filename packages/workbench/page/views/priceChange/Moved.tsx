import type { MovedChange } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import type { ListNames } from "../../app/priceLists.ts"
import { counted, showSaid } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { Sku } from "../../parts/Sku.tsx"

type Pair = Exact<MovedChange>["moved"][number]

const most = 8

const shown = (record: Pair["was"], zone: string, currency: string | null): string =>
  record === null
    ? "none"
    : `${showSaid(record, currency)} from ${showEffective(record.effective_from, zone)}${record.batch_key === null ? "" : ` (${record.batch_key})`}`

const whatOf = { incumbent: "", future: "scheduled ", variant: "", above: "shown " } as const

/** What another change made of prices meanwhile: what each was, and what it is. */
export const Moved = ({
  pairs,
  zone,
  currencyOf,
}: Pick<ListNames, "currencyOf"> & { readonly pairs: ReadonlyArray<Pair>; readonly zone: string }) => (
  <ul>
    {pairs.slice(0, most).map(({ variant_key, price_type, price_list, was, is, what }) => (
      <li key={`${variant_key} ${price_type} ${was?.record_key} ${is?.record_key}`}>
        <Sku of={variant_key} /> {whatOf[what]}
        {price_type}: was {shown(was, zone, currencyOf(price_list))}, is{" "}
        {shown(is, zone, currencyOf(price_list))}
      </li>
    ))}
    {pairs.length > most && <li>and {counted(pairs.length - most, "other")}</li>}
  </ul>
)
