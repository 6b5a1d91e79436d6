// One operation over your own data, without a database of ours: node examples/01-embed/ownData.ts
import { effectiveInstant, type PriceRecord, type Principal, priceInForce } from "@hangtag/core"
import { type AsyncPorts, makeHangtag } from "@hangtag/core/promise"

const brand = { brand_key: "NT", name: "Northtrail", time_zone: "America/New_York" }
const price = (sequence: number, amount: string, effective_from: string): PriceRecord => ({
  record_key: `R${sequence}`,
  variant_key: "BOOT-BLK-9",
  price_type: "MAP",
  price_list: "base",
  amount,
  effective_from,
  effective_at: effectiveInstant(effective_from, brand.time_zone)!,
  status: "active",
  sequence,
  batch_key: null,
})
const prices = [price(1, "149.95", "2025-03-01"), price(2, "129.95", "2099-01-01")]
const catalogRepository: Pick<AsyncPorts["catalogRepository"], "findColorway"> = {
  findColorway: async (_organization, { color }) => ({
    brand,
    productFound: true,
    variant_keys: color === "Black" ? ["BOOT-BLK-9"] : [],
  }),
}
const priceRepository: AsyncPorts["priceRepository"] = {
  pricesAround: async (_organization, _variant_keys, at) => ({
    inForce: [priceInForce(prices, at)].flatMap((record) => record ?? []),
    future: prices.filter(({ effective_at }) => effective_at > at),
  }),
}
const hangtag = await makeHangtag({
  catalogRepository: catalogRepository as AsyncPorts["catalogRepository"],
  priceRepository,
})
const me: Principal = { organization: "nt", subject: "me", permissions: new Set(["price:read"]) }
const lines = [{ price_type: "MAP", amount: "139.95", effective_from: "2098-06-01" }]
const preview = await hangtag.previewColorway(me, {
  brand_key: "NT",
  product_key: "BOOT",
  color: "Black",
  lines,
})
console.log(preview.lines[0]?.status, preview.future_records[0]?.collisions)
await hangtag.close()
