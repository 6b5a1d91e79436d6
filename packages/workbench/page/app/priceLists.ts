import type { PriceList } from "@hangtag/client"
import { api } from "./api.ts"
import { useMay } from "./caller.ts"
import { readPages } from "./readPages.ts"
import { useAsk } from "./useAsk.ts"

const readPriceLists = async (): Promise<ReadonlyArray<PriceList>> =>
  (await readPages(api.pages("listPriceLists", { limit: 200 }))).items

/** Every price list that the caller may know of: a view asks once, and hands them down. */
export const usePriceLists = () => useAsk(useMay("price:read") ? "price lists" : null, readPriceLists)

/** How prices of any list are shown beside each other. */
export interface ListNames {
  /** Undefined where there is no list but one. */
  readonly nameOf: (key: string | undefined) => string | undefined
  readonly currencyOf: (key: string | undefined) => string | null
}

export const listNames = (lists: ReadonlyArray<PriceList> = []): ListNames => {
  const byKey = new Map(lists.map((list) => [list.price_list, list]))
  return {
    nameOf: (key = "base") =>
      byKey.size <= 1 && (key === "base" || byKey.has(key)) ? undefined : (byKey.get(key)?.name ?? key),
    currencyOf: (key = "base") => byKey.get(key)?.currency ?? null,
  }
}
