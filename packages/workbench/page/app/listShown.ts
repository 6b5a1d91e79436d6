import type { PriceList } from "@hangtag/client"
import { useCaller } from "./caller.ts"
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
  const { price_lists: own } = useCaller()
  // a caller who is bound to some has one of those
  const usual = own === undefined || own.includes("base") ? "base" : own[0]
  const list = query.get("list") || (usual ?? "base")
  const { data: lists = [] } = usePriceLists()
  const known = lists.find(({ price_list }) => price_list === list)
  return { list, lists, name: known?.name ?? list, currency: known?.currency ?? null }
}
