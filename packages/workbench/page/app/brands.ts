import type { Brand } from "@hangtag/client"
import { api } from "./api.ts"
import { useMay } from "./caller.ts"
import { lastBrand } from "./lastPlace.ts"
import { someAtATime } from "./someAtATime.ts"
import { type Asked, useAsk } from "./useAsk.ts"

const pageSize = 200

/** The first page of brands. */
export const useBrands = () =>
  useAsk(useMay("product:read") ? "brands" : null, (signal) =>
    api.listBrands({ limit: pageSize }, { signal }),
  )

const brandOf = async (key: string, options?: { readonly signal: AbortSignal }): Promise<Brand | null> => {
  for await (const { items } of api.pages("listBrands", { search: key, limit: pageSize }, options)) {
    const found = items.find(({ brand_key }) => brand_key === key)
    if (found !== undefined) return found
  }
  return null
}

/** Adds to those that are known the brands of these keys: page by page, or one by one where that asks less. */
export const readBrands = async (
  known: Map<string, Brand>,
  of: ReadonlyArray<{ readonly brand_key: string }>,
  signal?: AbortSignal,
): Promise<void> => {
  const options = signal && { signal }
  const missing = () => [...new Set(of.map(({ brand_key }) => brand_key))].filter((key) => !known.has(key))
  if (missing().length === 0) return
  let read = 0
  for await (const { items, total } of api.pages("listBrands", { limit: pageSize }, options)) {
    for (const brand of items) known.set(brand.brand_key, brand)
    read += pageSize
    if (missing().length <= (total - read) / pageSize) break
  }
  await someAtATime(missing(), async (key) => {
    const brand = await brandOf(key, options)
    if (brand !== null) known.set(key, brand)
  })
}

/** The brand of a key; null: there is none. An empty key asks nothing. */
export const useBrand = (key: string): Asked<Brand | null> =>
  useAsk(useMay("product:read") && key !== "" ? `brand ${key}` : null, (signal) => brandOf(key, { signal }))

/** The same, and of an empty key the brand that was worked on last, or else the first. */
export const useWorkedBrand = (key: string): Asked<Brand | null> => {
  const wanted = key || lastBrand()
  return useAsk(`worked brand ${wanted}`, async (signal) => {
    const found = wanted === "" ? null : await brandOf(wanted, { signal })
    return found ?? (key === "" ? ((await api.listBrands({ limit: 1 }, { signal })).items[0] ?? null) : null)
  })
}
