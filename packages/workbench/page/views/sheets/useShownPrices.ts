import type { PriceSheetResult } from "@hangtag/client"
import { api } from "../../app/api.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { useAsk } from "../../app/useAsk.ts"

type Row = Exact<PriceSheetResult>["items"][number]

const mostKeys = 1_000

/** What lists without a price of their own show now of rows, which is in force there all the same. */
export const useShownPrices = (rows: ReadonlyArray<Row>) => {
  const wanted = new Map<string, Set<string>>()
  for (const { variant_key, edits } of rows)
    for (const { is, price_list } of edits)
      if (is === null && price_list !== "base")
        wanted.set(price_list, (wanted.get(price_list) ?? new Set()).add(variant_key!))
  const asked = [...wanted].flatMap(([price_list, keys]) =>
    Array.from({ length: Math.ceil(keys.size / mostKeys) }, (_, part) => ({
      price_list,
      variant_keys: [...keys].slice(part * mostKeys, (part + 1) * mostKeys),
    })),
  )
  const { data } = useAsk(asked.length === 0 ? null : `shown ${JSON.stringify(asked)}`, async (signal) => {
    const found = await Promise.all(asked.map((each) => api.resolvePrices(each, { signal })))
    return new Map(
      found.flatMap(({ price_list, items }) =>
        items.map((price) => [JSON.stringify([price_list, price.price_type, price.variant_key]), price]),
      ),
    )
  })
  return ({ variant_key }: Row, { price_list, price_type }: Row["edits"][number]) =>
    data?.get(JSON.stringify([price_list, price_type, variant_key]))
}
