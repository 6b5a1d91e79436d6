import { api } from "../../app/api.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"

type Product = Awaited<ReturnType<typeof api.getProduct>>
export type Colorway = Product["colorways"][number]
export type Variant = Colorway["variants"][number]

const mostPages = 20

/** A product with its colorways whole: a page may end within one. */
const readProduct = async (product_key: string, signal: AbortSignal): Promise<Product> => {
  let product: Product | undefined
  const colorways = new Map<string, Colorway>()
  let pages = 0
  for await (const page of api.pages("getProduct", { product_key, limit: 200 }, { signal })) {
    product ??= page
    for (const each of page.colorways) {
      const known = colorways.get(each.color)
      colorways.set(each.color, known ? { ...known, variants: [...known.variants, ...each.variants] } : each)
    }
    if (++pages === mostPages) break
  }
  return { ...product!, colorways: [...colorways.values()] }
}

export const useProduct = (product: string): Asked<Product> =>
  useAsk(product === "" ? null : `product ${product}`, (signal) => readProduct(product, signal))

export type { Product }
