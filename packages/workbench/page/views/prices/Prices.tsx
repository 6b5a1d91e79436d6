import { useAddress } from "../../app/address.ts"
import { useBrand, useBrands } from "../../app/brands.ts"
import { useCaller, useMay } from "../../app/caller.ts"
import { usePriceLists } from "../../app/priceLists.ts"
import { Missing } from "../../parts/Missing.tsx"
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
  const brands = useBrands()
  const named = query.get("brand_key") ?? ""
  const brand = useBrand(named)
  const lists = usePriceLists().data ?? []
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
      <TableFilters {...{ query, list, lists }} brand={brand.data?.name ?? named} page={table.page} />
      {brand.data === null ? (
        <Missing of="brand" name={named} member="brand_key" />
      ) : (
        <ListPrices key={list} {...{ query, lists, brands, organization, list, asked, table }} />
      )}
    </>
  )
}
