import { useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useCaller, useMay } from "../../app/caller.ts"
import { usePriceLists } from "../../app/priceLists.ts"
import { useAsk } from "../../app/useAsk.ts"
import { ListPrices } from "./ListPrices.tsx"
import { TableFilters } from "./TableFilters.tsx"
import { tableQuery, withinFault } from "./tableQuery.ts"
import { useTable } from "./useTable.ts"

/** All prices of a list at once, and new ones beside them. */
export const Prices = () => {
  const { organization } = useCaller()
  return <PricesOf key={organization} organization={organization} />
}

const PricesOf = ({ organization }: { readonly organization: string }) => {
  const { query } = useAddress()
  const mayWrite = useMay("price:write")
  const list = query.get("list") || "base"
  const asked = tableQuery(query)
  const table = useTable(asked, withinFault(query) === undefined)
  const brands = useAsk("brands of table", (signal) => api.listBrands({ limit: 200 }, { signal }))
  const lists = usePriceLists()
  const of = { query, lists: lists.data ?? [], brands: brands.data?.items ?? [] }
  return (
    <>
      <div class="head">
        <div>
          <h1>Prices</h1>
          <p class="offpaper">
            {mayWrite
              ? "What is in force now, and what changes next. Type new amounts, or paste them; nothing is written before you generate."
              : "What is in force now, and what changes next."}
          </p>
        </div>
      </div>
      <TableFilters {...of} list={list} page={table.page} />
      <ListPrices key={list} {...{ ...of, organization, list, asked, table }} />
    </>
  )
}
