import type { PriceList } from "@hangtag/client"
import { priceListIn } from "./listMember.ts"
import { usePriceLists } from "./priceLists.ts"

/** The price list that a view is of. */
export interface ListShown {
  readonly list: string
  readonly lists: ReadonlyArray<PriceList>
  /** As people call it; its key while that is not known. */
  readonly name: string
  readonly currency: string | null
}

export const useListShown = (query: URLSearchParams): ListShown => {
  const list = priceListIn(query)
  const { data: lists = [] } = usePriceLists()
  const known = lists.find(({ price_list }) => price_list === list)
  return { list, lists, name: known?.name ?? list, currency: known?.currency ?? null }
}
