import createClient from "openapi-fetch"
import type { paths } from "./openapi-typescript.gen.js"

const client = createClient<paths>({ baseUrl: process.argv[2]! })

const brand_key = "NT"
const lines = [{ price_type: "MAP", amount: 139.95, effective_from: "2099-06-01" }]
const { data } = await client.POST("/api/pricing/map-policy/{brand_key}/colorway-prefill", {
  params: { path: { brand_key } },
  body: { product_key: "NT-RIDGE-BOOT", color: "Black", lines },
})
console.log(data?.lines[0]?.status, data?.lines[0]?.counts.changed, data?.variant_keys.length)

const found = await client.GET("/api/products/{product_key}/variants/search", {
  params: { path: { product_key: "NT-RIDGE-BOOT" }, query: { q: "olive", limit: 1 } },
})
console.log(found.data?.items[0]?.color, found.data?.total)

const refused = await client.GET("/api/catalog/batches/{key}/records", {
  params: { path: { key: "NONE" }, query: { limit: 1000 } },
})
console.log(refused.response.status, JSON.stringify(refused.error))
