import type { Attack } from "./Attack.ts"

const get = (path: string, count = 1): Attack["run"] => {
  return ({ send }) => Promise.all(Array.from({ length: count }, () => send({ path })))
}
const records = "/api/catalog/batches/OPEN/records"
const later = "/api/pricing/products/LATER/timeline"
const policy = "/api/pricing/map-policy/B"
const blackout = { from: "2020-01-01", until: "2099-01-01", reason: "x".repeat(90) }
const lines = (count: number) =>
  Array.from({ length: count }, () => ({ price_type: "MAP", amount: 1.5, effective_from: "2091-06-01" }))

/** Reads that cost little to ask for: far into a list, of many records, for long texts, by a policy of many rules. */
export const reads: ReadonlyArray<Attack> = [
  { name: "read: 40 pages behind everything", run: get(`${records}?offset=9007199254740991&limit=200`, 40) },
  { name: "read: 40 pages far into a batch", run: get(`${records}?offset=1400&limit=200`, 40) },
  { name: "read: 40 long searches of a batch", run: get(`${records}?search=${"x".repeat(200)}`, 40) },
  {
    name: "read: a search for 60,000 characters",
    run: get(`/api/products/BIG/variants/search?q=${"x".repeat(60_000)}`),
  },
  {
    name: "read: 40 searches of 1,500 variants",
    run: get("/api/products/BIG/variants/search?q=b&limit=100", 40),
  },
  { name: "read: 20 timelines of 10,000 prices", run: get(later, 20) },
  { name: "read: 40 lists of fields", run: get("/api/products/export-fields", 40) },
  {
    name: "read: previews by a policy of 1,000 blackouts and 100 endings",
    run: async ({ send }) => {
      const endings = Array.from({ length: 100 }, (_, index) => `${index}.99`)
      await send({
        method: "PUT",
        path: policy,
        body: { blackouts: Array.from({ length: 1_000 }, () => blackout), endings },
      })
      for (const [product_key, count] of [
        ["BIG", 30],
        ["LATER", 300],
        ["P0", 13_000],
      ] as const)
        await send({
          path: `${policy}/colorway-prefill`,
          body: { product_key, color: "Black", lines: lines(count) },
        })
      await send({ method: "PUT", path: policy, body: {} })
    },
  },
  {
    name: "read: a policy of endless texts",
    run: ({ send }) =>
      send({
        method: "PUT",
        path: policy,
        body: {
          blackouts: Array.from({ length: 10 }, () => ({ ...blackout, reason: "x".repeat(99_000) })),
        },
      }),
  },
]
