import { setTimeout } from "node:timers/promises"
import type { Attack } from "./Attack.ts"
import { attacker } from "./catalog.ts"

const keys = (count: number) => Array.from({ length: count }, (_, index) => `P${index}`)
const mapping = (column_name: string, source_field: string, sub_field: string | null = null) => ({
  column_name,
  source_field,
  sub_field,
})
const variants = [mapping("SKU", "variant_key"), mapping("MAP", "price", "MAP")]
const asked = (what: object) => ({
  path: "/api/products/export-preflight",
  body: { product_keys: [], column_mappings: variants, ...what },
})
const mappings = (count: number, source: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => mapping(`C${index}`, source(index)))

/** Keys that name nothing, columns without end, and faults without end. */
export const exports: ReadonlyArray<Attack> = [
  {
    name: "preflight: 100,000 keys on 200 products",
    run: ({ send }) => send(asked({ product_keys: keys(100_000) })),
  },
  {
    name: "preflight: 100,000 columns",
    run: ({ send }) => send(asked({ column_mappings: mappings(100_000, () => "name") })),
  },
  {
    name: "preflight: 100,000 unknown columns",
    run: ({ send }) => send(asked({ column_mappings: mappings(100_000, (i) => `F${i}`) })),
  },
  {
    name: "preflight: 40 long unknown columns",
    run: ({ send }) => send(asked({ column_mappings: mappings(40, (i) => `${i}`.padEnd(99_000, "x")) })),
  },
  {
    name: "preflight: 100,000 labels and sources",
    run: ({ send }) =>
      send(asked({ filter_by_label: true, label_keys: keys(100_000), source_filter: keys(100_000) })),
  },
  {
    name: "export: 16,000 columns of 150 variants",
    run: async ({ port }) => {
      const base = `http://127.0.0.1:${port}/api`
      const headers = { "x-organization-id": attacker, "content-type": "application/json" }
      const body = JSON.stringify({
        product_keys: ["WIDE"],
        export_format: "xlsx",
        column_mappings: Array.from({ length: 16_000 }, (_, i) => mapping(`C${i}`, "price", `T${i % 200}`)),
      })
      const jsonOf = async (answer: Promise<Response>) =>
        (await (await answer).json()) as Record<string, string>
      const { job_id } = await jsonOf(
        fetch(`${base}/products/export-async`, { method: "POST", headers, body }),
      )
      // what others meet is measured for as long as it is written
      for (let status = "queued"; status === "queued" || status === "running"; await setTimeout(50))
        status = (await jsonOf(fetch(`${base}/jobs/${job_id}`, { headers }))).status ?? "refused"
    },
  },
  {
    name: "export: 100,000 keys on 200 products",
    run: ({ send }) =>
      send({ ...asked({ product_keys: keys(100_000) }), path: "/api/products/export-async" }),
  },
]
