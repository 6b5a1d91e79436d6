import type { Brand } from "@hangtag/client"
import { api } from "./api.ts"
import { useMay } from "./caller.ts"
import { lastBrand } from "./lastPlace.ts"
import { readPages } from "./readPages.ts"
import { type Asked, useAsk } from "./useAsk.ts"

/** Brands that are read at most to say in which zones days begin. */
const most = 4_000

/** The brands, as far as pages of them are read. */
export const useBrands = () =>
  useAsk(useMay("product:read") ? "brands" : null, (signal) =>
    readPages(api.pages("listBrands", { limit: 200 }, { signal }), most),
  )

const brandOf = async (key: string, signal: AbortSignal): Promise<Brand | null> => {
  for await (const { items } of api.pages("listBrands", { search: key, limit: 200 }, { signal })) {
    const found = items.find(({ brand_key }) => brand_key === key)
    if (found !== undefined) return found
  }
  return null
}

/** The brand of a key; null: there is none. An empty key asks nothing. */
export const useBrand = (key: string): Asked<Brand | null> =>
  useAsk(useMay("product:read") && key !== "" ? `brand ${key}` : null, (signal) => brandOf(key, signal))

/** The same, and of an empty key the brand that was worked on last, or else the first. */
export const useWorkedBrand = (key: string): Asked<Brand | null> => {
  const wanted = key || lastBrand()
  return useAsk(`worked brand ${wanted}`, async (signal) => {
    const found = wanted === "" ? null : await brandOf(wanted, signal)
    return found ?? (key === "" ? ((await api.listBrands({ limit: 1 }, { signal })).items[0] ?? null) : null)
  })
}
