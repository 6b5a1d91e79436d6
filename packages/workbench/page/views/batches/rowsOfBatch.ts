import { api } from "../../app/api.ts"
import { onlyBrand, type SheetRows } from "../sheets/ExportRows.tsx"

/** What a price sheet of a batch is written of: its products, with the price types and lists that it changes. */
export const rowsOfBatch = async (batch_key: string, brandKey: string | null): Promise<SheetRows> => {
  const [products, brands] = [new Set<string>(), new Set<string>()]
  for await (const { colorways } of api.pages("reviewPriceBatch", { batch_key }))
    for (const { product_key, brand_key } of colorways) {
      products.add(product_key)
      if (brand_key !== null) brands.add(brand_key)
    }
  const [types, lists] = [new Set<string>(), new Set<string>()]
  for await (const { items } of api.pages("listBatchMoments", { batch_key, limit: 200 }))
    for (const { price_type, price_list } of items) {
      types.add(price_type)
      lists.add(price_list)
    }
  return {
    brand_key: brandKey ?? onlyBrand([...brands]),
    price_types: [...types],
    price_lists: [...lists],
    product_keys: [...products],
  }
}
