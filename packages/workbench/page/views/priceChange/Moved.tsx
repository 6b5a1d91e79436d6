import type { MovedChange } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import type { ListNames } from "../../app/priceLists.ts"
import { showSaid } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { First } from "../../parts/First.tsx"
import { Sku } from "../../parts/Sku.tsx"

type Pair = Exact<MovedChange>["moved"][number]

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
  <First of={pairs}>
    {({ variant_key, price_type, price_list, was, is, what }) => (
      <>
        <Sku of={variant_key} /> {whatOf[what]}
        {price_type}: was {shown(was, zone, currencyOf(price_list))}, is{" "}
        {shown(is, zone, currencyOf(price_list))}
      </>
    )}
  </First>
)
