import { api } from "../../app/api.ts"

/** Pages of 200 that are read for names at most. */
const mostPages = 20

/** The names of what is looked for, by key, from page after page until all are found. */
const namesOf = async <Item>(
  pages: AsyncIterable<{ readonly items: ReadonlyArray<Item> }>,
  entry: (item: Item) => readonly [key: string, name: string | null],
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  const missing = new Set(wanted)
  if (missing.size === 0) return names
  let read = 0
  for await (const { items } of pages) {
    for (const [key, name] of items.map(entry)) if (missing.delete(key) && name !== null) names.set(key, name)
    if (missing.size === 0 || ++read === mostPages) break
  }
  return names
}

export const productNames = (keys: ReadonlySet<string>, brand_key: string, signal: AbortSignal) =>
  namesOf(
    api.pages("listProducts", { limit: 200, ...(brand_key && { brand_key }) }, { signal }),
    ({ product_key, name }) => [product_key, name],
    keys,
  )

export const batchNames = (keys: ReadonlySet<string>, signal: AbortSignal) =>
  namesOf(
    api.pages("listPriceBatches", { limit: 200, status: "published" }, { signal }),
    ({ key, name }) => [key, name],
    keys,
  )

/** The brands, as far as pages of them are read. */
export const allBrands = async (signal: AbortSignal) => {
  const brands: Array<Awaited<ReturnType<typeof api.listBrands>>["items"][number]> = []
  let read = 0
  for await (const { items } of api.pages("listBrands", { limit: 200 }, { signal })) {
    brands.push(...items)
    if (++read === mostPages) break
  }
  return brands
}
