/** The price list that an address names: `base` where it names none. */
export const priceListIn = (query: URLSearchParams): string => query.get("list") || "base"

/** The member of an address that names a price list. */
export const listMember = (list: string) => ({ list: list === "base" ? "" : list })
