import type { PriceList } from "@hangtag/client"
import { useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { useAsk } from "../../app/useAsk.ts"
import { BrandBox } from "../../parts/BrandBox.tsx"
import { SelectField, TextField } from "../../parts/Field.tsx"
import { ListBox } from "../../parts/ListBox.tsx"
import { filterLabels, filters, withinFault } from "./tableQuery.ts"
import type { TablePage } from "./useTable.ts"

interface TableFiltersProps {
  readonly query: URLSearchParams
  readonly list: string
  readonly lists: ReadonlyArray<PriceList>
  /** The name of the one that is chosen. */
  readonly brand: string
  readonly page: TablePage | undefined
}

const more = [
  ["label", ""],
  ["source", ""],
  ["color", "a part of its name"],
  ["sku", "a part of its key"],
] as const

/** Pages of products whose labels and sources are offered. */
const mostPages = 10

/** Labels and sources of the first products, some 2,000, to be chosen from: no answer lists those that there are. */
const readChoices = async (brand_key: string | undefined, signal: AbortSignal) => {
  const [label, source] = [new Set<string>(), new Set<string>()]
  let [pages, isWhole] = [0, true]
  for await (const { items } of api.pages(
    "listProducts",
    { limit: 200, ...(brand_key && { brand_key }) },
    { signal },
  )) {
    isWhole = pages++ < mostPages
    if (!isWhole) break
    for (const each of items) {
      for (const own of each.labels) label.add(own)
      if (each.source !== "") source.add(each.source)
    }
  }
  return { label: [...label].sort(), source: [...source].sort(), isWhole }
}

/** Which colorways, and in which order: all of it in the address. */
export const TableFilters = ({ query, list, lists, brand, page }: TableFiltersProps) => {
  const said = (name: string) => query.get(name) ?? ""
  const mayBrands = useMay("product:read")
  const [isOpen, setOpen] = useState(false)
  const brand_key = said("brand_key") || undefined
  const choices = useAsk(isOpen ? `labels of ${brand_key}` : null, (signal) => readChoices(brand_key, signal))
  const offered =
    choices.data?.isWhole === false
      ? "whole; offered are those of the first 2,000 products, others are typed"
      : "whole; those of the products are offered"
  const typed = (name: string) => ({
    value: said(name),
    maxLength: 200,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setState({ [name]: currentTarget.value }, { replace: true }),
  })
  const checked = (name: string) => (
    <label class="check">
      <input
        type="checkbox"
        checked={query.has(name)}
        onChange={(event) => setState({ [name]: event.currentTarget.checked ? "1" : "" })}
      />
      {filterLabels[name]}
    </label>
  )
  const sorts = [
    ["", "Product, A–Z"],
    ["-product", "Product, Z–A"],
    ["color", "Color, A–Z"],
    ["-color", "Color, Z–A"],
    ["change", "Next change first"],
    ...(page?.price_types ?? []).flatMap((type) => [
      [`amount ${type}`, `${type}, lowest first`] as const,
      [`-amount ${type}`, `${type}, highest first`] as const,
      [`change ${type}`, `Next change of ${type}`] as const,
    ]),
  ] as const
  return (
    <section class="panel offpaper" aria-label="Filters">
      <div class="inside">
        <div class="tablefilters">
          <TextField label="Find" type="search" placeholder="Product or SKU" {...typed("search")} />
          {mayBrands && (
            <BrandBox shown={brand} none="All brands" onChoose={(brand_key) => setState({ brand_key })} />
          )}
          <ListBox list={list} lists={lists} />
          <SelectField
            label="Order"
            value={sorts.some(([value]) => value === said("sort")) ? said("sort") : ""}
            options={sorts}
            onChoose={(sort) => setState({ sort })}
          />
          <details
            // stays as it is where its last filter is emptied
            open={isOpen || filters.slice(2).some((name) => query.has(name))}
            onToggle={(event) => setOpen(event.currentTarget.open)}
          >
            <summary>More filters</summary>
            <div class="tablefilters">
              {more.map(([name, hint]) => (
                <TextField
                  key={name}
                  label={filterLabels[name]!}
                  hint={hint || offered}
                  list={`${name}-choice`}
                  {...typed(name)}
                />
              ))}
              {(["label", "source"] as const).map((name) => (
                <datalist key={name} id={`${name}-choice`}>
                  {choices.data?.[name].map((each) => (
                    <option key={each} value={each} />
                  ))}
                </datalist>
              ))}
              <TextField
                label={filterLabels.within!}
                hint="1 to 366"
                fault={withinFault(query)}
                {...typed("within")}
              />
              <div class="field">
                {checked("below_map")}
                {checked("without_price")}
              </div>
            </div>
          </details>
        </div>
      </div>
    </section>
  )
}
