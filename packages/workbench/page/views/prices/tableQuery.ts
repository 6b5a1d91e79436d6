import type { api } from "../../app/api.ts"

type Query = Parameters<typeof api.pages<"listColorwayPrices">>[1]

/** Filters that are texts, as the address and the API have them. */
export const textFilters = ["search", "brand_key", "label", "source", "color", "sku"] as const

const sorts = ["product", "color", "amount", "change"] as const

const mostDays = 366

/** Why there are no days within which prices change; undefined: there are, or none are asked for. */
export const withinFault = (query: URLSearchParams): string | undefined => {
  const said = (query.get("within") ?? "").trim()
  const days = Number(said)
  return said === "" || (/^\d+$/.test(said) && days >= 1 && days <= mostDays)
    ? undefined
    : `Write a whole number of days, 1 to ${mostDays}`
}

/** What the address asks for: `sort=product` or `sort=amount MAP`, with `-` before it where the greatest come first. */
export const tableQuery = (query: URLSearchParams): Query & object => {
  const said = (name: string) => query.get(name) ?? ""
  const [, descending, sort = "", type] = /^(-?)(\w*)(?: (.*))?$/.exec(said("sort")) ?? []
  const known = sorts.find((each) => each === sort)
  return {
    ...Object.fromEntries(textFilters.flatMap((name) => (said(name) ? [[name, said(name)]] : []))),
    ...(said("list") && { price_list: said("list") }),
    ...(known && known !== "product" && { sort: known }),
    ...(descending && { descending: true }),
    ...(type && { price_type: type }),
    ...(said("within").trim() &&
      withinFault(query) === undefined && { changes_within: Number(said("within")) }),
    ...(query.has("below_map") && { below_map: true }),
    ...(query.has("without_price") && { without_price: true }),
  }
}

/** Filters by the names that the page gives them. */
export const filterLabels: Readonly<Record<string, string>> = {
  search: "Find",
  brand_key: "Brand",
  label: "Label",
  source: "Source",
  color: "Color",
  sku: "SKU",
  within: "Changes within days",
  below_map: "MSRP below MAP",
  without_price: "Without a price",
}

const otherFilters = ["within", "below_map", "without_price"] as const

/** The members of the address that narrow the table. */
export const filters: ReadonlyArray<string> = [...textFilters, ...otherFilters]

/** The members of the address that say all of the table is meant. */
export const withoutFilters = Object.fromEntries(filters.map((name) => [name, ""]))

/** What narrows the table, filter by filter, for paper. */
export const filtersText = (query: URLSearchParams): ReadonlyArray<string> =>
  filters.flatMap((name) => {
    if (!query.has(name)) return []
    const isAlone = name === "below_map" || name === "without_price"
    return isAlone ? filterLabels[name]! : `${filterLabels[name]}: ${query.get(name)}`
  })

export const hasFilter = (query: URLSearchParams): boolean => filters.some((name) => query.has(name))
