import type { Brand } from "@hangtag/client"
import { useRef } from "preact/hooks"
import { useAddress } from "../../app/address.ts"
import { readBrands, useBrand } from "../../app/brands.ts"
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
  // those of rows and of new prices, which say in which zones days begin
  const brands = useRef(new Map<string, Brand>()).current
  const mayBrands = useMay("product:read")
  const read = async (of: ReadonlyArray<{ readonly brand_key: string }>, signal?: AbortSignal) => {
    if (mayBrands) await readBrands(brands, of, signal)
  }
  const table = useTable(asked, withinFault(query) === undefined, read)
  // what is below a table stays where it is while another list is looked at: a press on it is not lost
  const box = useRef<HTMLElement>(null)
  const height = useRef(0)
  height.current = table.page ? 0 : height.current || (box.current?.getBoundingClientRect().height ?? 0)
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
        <ListPrices
          key={list}
          height={height.current}
          {...{ box, query, lists, brands, read, organization, list, asked, table }}
        />
      )}
    </>
  )
}
