import {
  batchesListBatchRecords,
  pricingPreviewColorway,
  productsSearchVariants,
} from "./hey-api.gen/index.js"

const baseUrl = process.argv[2]!

const lines = [{ price_type: "MAP", amount: 139.95, effective_from: "2099-06-01" }]
const { data } = await pricingPreviewColorway({
  baseUrl,
  path: { brand_key: "NT" },
  body: { product_key: "NT-RIDGE-BOOT", color: "Black", lines },
})
console.log(data?.lines[0]?.status, data?.lines[0]?.counts.changed, data?.variant_keys.length)

const query = { q: "olive", limit: 1 }
const found = await productsSearchVariants({ baseUrl, path: { product_key: "NT-RIDGE-BOOT" }, query })
console.log(found.data?.items[0]?.color, found.data?.total)

const refused = await batchesListBatchRecords({ baseUrl, path: { key: "NONE" }, query: { limit: 1000 } })
console.log(refused.response?.status, JSON.stringify(refused.error))
