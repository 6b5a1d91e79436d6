import type { PriceList } from "@hangtag/client"
import { api } from "./api.ts"
import { useAsk } from "./useAsk.ts"

/** Every price list that the caller may know of. */
export const readPriceLists = async (): Promise<ReadonlyArray<PriceList>> => {
  const known: Array<PriceList> = []
  for await (const { items } of api.pages("listPriceLists", { limit: 200 })) known.push(...items)
  return known
}

/** How prices of any list are shown beside each other. */
export interface ListNames {
  /** Undefined where there is no list but one. */
  readonly nameOf: (key: string | undefined) => string | undefined
  readonly currencyOf: (key: string | undefined) => string | null
}

export const useListNames = (isAsked: boolean): ListNames => {
  const { data } = useAsk(isAsked ? "names of price lists" : null, readPriceLists)
  const byKey = new Map(data?.map((list) => [list.price_list, list]))
  return {
    nameOf: (key = "base") =>
      byKey.size <= 1 && (key === "base" || byKey.has(key)) ? undefined : (byKey.get(key)?.name ?? key),
    currencyOf: (key = "base") => byKey.get(key)?.currency ?? null,
  }
}
