import type { Attack } from "./Attack.ts"
import { manyDiscoveries } from "./catalog.ts"

const get = (path: string, count = 40): Attack["run"] => {
  return ({ send }) => Promise.all(Array.from({ length: count }, () => send({ path })))
}
const discoveries = "/api/products/crawl-discoveries/CRAWL"
const select = (count: number, selected: boolean) => ({
  method: "PATCH",
  path: discoveries,
  body: { discovery_ids: Array.from({ length: count }, (_, index) => `D${index}`), selected },
})
const long = "x".repeat(200)
const place = encodeURIComponent(JSON.stringify(["x".repeat(5_000), null]))

/** Lists: searched in vain, begun at places that were made up, and all of them selected at once. */
export const lists: ReadonlyArray<Attack> = [
  { name: "list: 40 pages of products", run: get("/api/products?limit=200") },
  { name: "list: 40 searches for nothing", run: get(`/api/products?search=${long}&limit=200`) },
  { name: "list: 40 products of 1,500 variants", run: get("/api/products/BIG?limit=200") },
  { name: "list: a product of a long key", run: get(`/api/products/${"%2F".repeat(5_000)}`) },
  { name: "list: 40 colorways behind a long color", run: get(`/api/products/BIG?after=${place}`) },
  { name: "list: places that are none", run: get(`/api/jobs?after=${"%5B".repeat(5_000)}`) },
  { name: "list: 40 lists of jobs", run: get("/api/jobs?limit=200&mine=true") },
  { name: "list: 40 searches of brands", run: get(`/api/brands?search=${long}`) },
  { name: "list: 40 searches of discoveries", run: get(`${discoveries}?search=${long}&limit=200`) },
  {
    name: "list: discoveries selected by the thousand, by several at once",
    run: ({ send }) =>
      Promise.all([true, false, true, false].map((selected) => send(select(manyDiscoveries, selected)))),
  },
  { name: "list: 100,000 discoveries to select", run: ({ send }) => send(select(100_000, true)) },
]
