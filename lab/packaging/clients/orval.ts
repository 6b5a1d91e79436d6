import { batchesListBatchRecords, pricingPreviewColorway, productsSearchVariants } from "./orval.gen.js"

// what it generates calls relative addresses, as in a page
const base = process.argv[2]!
const { fetch } = globalThis
globalThis.fetch = (input, init) => fetch(new URL(String(input), base), init)

const lines = [{ price_type: "MAP", amount: 139.95, effective_from: "2099-06-01" }]
const preview = await pricingPreviewColorway("NT", { product_key: "NT-RIDGE-BOOT", color: "Black", lines })
if (preview.status === 200) {
  const { data } = preview
  console.log(data.lines[0]?.status, data.lines[0]?.counts.changed, data.variant_keys.length)
}

const found = await productsSearchVariants("NT-RIDGE-BOOT", { q: "olive", limit: 1 })
if (found.status === 200) console.log(found.data.items[0]?.color, found.data.total)

const refused = await batchesListBatchRecords("NONE", { limit: 1000 })
console.log(refused.status, JSON.stringify(refused.data))
