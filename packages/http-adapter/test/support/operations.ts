import type { Permission } from "@hangtag/core"
import { get, patch, post, put, remove } from "./requests.ts"
import type { TestRequest } from "./TestServer.ts"

/** What a request names of an organization's own; `suffix` is that of `seededCatalog`. */
export const keysOf = (suffix: string, job_id: string, draft_record_key = job_id) => ({
  draft_record_key,
  brand_key: `B1${suffix}`,
  product_key: `P1${suffix}`,
  variant_key: `P1-BLK-9${suffix}`,
  batch_key: `OPEN${suffix}`,
  draft_batch_key: `DRAFT${suffix}`,
  change_batch_key: `CHANGE${suffix}`,
  idle_batch_key: `IDLE${suffix}`,
  published_batch_key: `PUBLISHED${suffix}`,
  crawl_job_id: `CRAWL-1${suffix}`,
  discovery_id: `D1${suffix}`,
  price_list: `LIST${suffix}`,
  job_id,
})
export type Keys = ReturnType<typeof keysOf>

export interface Operation {
  readonly name: string
  readonly permission: Permission
  /** The keys that it reads. */
  readonly reads: ReadonlyArray<keyof Keys>
  readonly request: (keys: Keys) => TestRequest
}

const path = encodeURIComponent

/** A sheet of one price. */
const sheetOf = (variant_key: string) => {
  const row = (row: number, ...texts: ReadonlyArray<string>) => ({
    row,
    cells: texts.map((text, index) => ({ column: index + 1, kind: "text", text })),
  })
  const rows = [
    row(1, "variant_key", "type", "amount", "from"),
    row(2, variant_key, "MAP", "128.95", "2996-01-01"),
  ]
  return { sheets: [{ name: "Prices", rows }] }
}

const operation = (
  name: string,
  permission: Permission,
  reads: ReadonlyArray<keyof Keys>,
  request: (keys: Keys) => TestRequest,
): Operation => ({ name, permission, reads, request })

/** Every operation on an organization's data, with a valid request. */
export const operations: ReadonlyArray<Operation> = [
  operation("colorway prefill", "price:read", ["brand_key", "product_key"], ({ brand_key, product_key }) =>
    post(`/api/pricing/map-policy/${path(brand_key)}/colorway-prefill`, {
      product_key,
      color: "Black",
      lines: [{ price_type: "MAP", amount: 129.95, effective_from: "2999-01-01" }],
    }),
  ),
  operation("see a variant's timeline", "price:read", ["variant_key"], ({ variant_key }) =>
    get(`/api/pricing/variants/${path(variant_key)}/timeline?from=2026-01-01`),
  ),
  operation("see a product's timeline", "price:read", ["product_key"], ({ product_key }) =>
    get(`/api/pricing/products/${path(product_key)}/timeline?color=Black`),
  ),
  operation("explain a price", "price:read", ["variant_key"], ({ variant_key }) =>
    get(`/api/pricing/variants/${path(variant_key)}/explain?price_type=MAP&at=2026-06-01`),
  ),
  operation("see what goes live next", "price:read", ["brand_key"], ({ brand_key }) =>
    get(`/api/pricing/upcoming?${new URLSearchParams({ brand_key, from: "2026-01-01" })}`),
  ),
  operation("read a price policy", "price:read", ["brand_key"], ({ brand_key }) =>
    get(`/api/pricing/map-policy/${path(brand_key)}`),
  ),
  operation("list the changes of a price policy", "price:read", ["brand_key"], ({ brand_key }) =>
    get(`/api/pricing/map-policy/${path(brand_key)}/history`),
  ),
  operation("save a price policy", "price:write", ["brand_key"], ({ brand_key }) =>
    put(`/api/pricing/map-policy/${path(brand_key)}`, { notice_days: 14, endings: ["0.95"] }),
  ),
  operation("read the policy of a price list", "price:read", ["price_list"], ({ price_list }) =>
    get(`/api/pricing/price-lists/${path(price_list)}/policy`),
  ),
  operation("list the changes of a price list's policy", "price:read", ["price_list"], ({ price_list }) =>
    get(`/api/pricing/price-lists/${path(price_list)}/policy/history`),
  ),
  operation("save the policy of a price list", "price:write", ["price_list"], ({ price_list }) =>
    put(`/api/pricing/price-lists/${path(price_list)}/policy`, { notice_days: 14 }),
  ),
  operation("resolve prices", "price:read", ["price_list"], ({ price_list, variant_key }) =>
    post("/api/pricing/prices", { price_list, variant_keys: [variant_key] }),
  ),
  operation("list colorways' prices", "price:read", ["price_list"], ({ price_list, product_key }) =>
    get(`/api/pricing/prices?price_list=${path(price_list)}&product_key=${path(product_key)}&sizes=true`),
  ),
  operation("list price lists", "price:read", [], () => get("/api/pricing/price-lists")),
  operation("see a price list", "price:read", ["price_list"], ({ price_list }) =>
    get(`/api/pricing/price-lists/${path(price_list)}`),
  ),
  operation("make a price list", "price:write", ["price_list"], ({ price_list }) =>
    post("/api/pricing/price-lists", {
      price_list: crypto.randomUUID(),
      name: "Another",
      currency: "EUR",
      parent: price_list,
    }),
  ),
  operation("preview a price list elsewhere", "price:read", ["price_list"], ({ price_list }) =>
    post(`/api/pricing/price-lists/${path(price_list)}/preview`, {
      archived: true,
      effective_from: "2999-01-01",
    }),
  ),
  operation("change a price list", "price:write", ["price_list"], ({ price_list }) =>
    patch(`/api/pricing/price-lists/${path(price_list)}`, {
      name: "Renamed",
      archived: true,
      effective_from: "2999-01-01",
    }),
  ),
  operation(
    "add records by variants",
    "price:write",
    ["batch_key", "variant_key"],
    ({ batch_key, variant_key }) =>
      post(`/api/pricing/batches/${path(batch_key)}/add-records-by-variants`, {
        variant_keys: [variant_key],
        price_types: ["MAP"],
      }),
  ),
  operation(
    "generate a price change",
    "price:write",
    ["brand_key", "product_key"],
    ({ brand_key, product_key }) =>
      post(`/api/pricing/map-policy/${path(brand_key)}/price-changes`, {
        colorways: [
          {
            product_key,
            color: "Black",
            lines: [{ price_type: "MAP", amount: 129.95, effective_from: "2998-01-01" }],
          },
        ],
        on_collision: { same_instant: "withdraw" },
      }),
  ),
  operation("adjust prices", "price:write", ["brand_key", "product_key"], ({ brand_key, product_key }) =>
    post(`/api/pricing/map-policy/${path(brand_key)}/price-changes/adjust?preview=true`, {
      selection: { product_keys: [product_key] },
      price_types: ["MAP"],
      adjust: { percent: -5 },
      round: { to: "0.05" },
      effective_from: "2997-01-01",
    }),
  ),
  operation("export a price sheet", "price:read", ["brand_key"], ({ brand_key }) =>
    post("/api/pricing/sheets", { brand_key, price_types: ["MAP"], export_format: "csv" }),
  ),
  operation(
    "preview a price sheet",
    "price:read",
    ["brand_key", "variant_key"],
    ({ brand_key, variant_key }) =>
      post(`/api/pricing/sheets/preview?${new URLSearchParams({ brand_key })}`, sheetOf(variant_key)),
  ),
  operation("generate a price sheet", "price:write", ["brand_key"], ({ brand_key, variant_key }) =>
    post(
      `/api/pricing/sheets/generate?${new URLSearchParams({ brand_key, same_instant: "withdraw" })}`,
      sheetOf(variant_key),
    ),
  ),
  operation("make a batch", "price:write", ["brand_key"], ({ brand_key }) =>
    post("/api/pricing/batches", { kind: "price_change", brand_key }),
  ),
  operation("list batches", "batch:read", [], () => get("/api/pricing/batches?status=open")),
  operation("show a batch", "batch:read", ["batch_key"], ({ batch_key }) =>
    get(`/api/pricing/batches/${path(batch_key)}`),
  ),
  operation("list a batch's moments", "batch:read", ["batch_key"], ({ batch_key }) =>
    get(`/api/pricing/batches/${path(batch_key)}/moments`),
  ),
  operation("review a batch", "batch:read", ["change_batch_key"], ({ change_batch_key }) =>
    get(`/api/pricing/batches/${path(change_batch_key)}/review`),
  ),
  operation("take changes out of a batch", "price:write", ["change_batch_key"], ({ change_batch_key }) =>
    remove(`/api/pricing/batches/${path(change_batch_key)}/changes`, {
      pairs: [{ variant_key: "nothing", price_type: "MAP" }],
    }),
  ),
  operation("withdraw a draft", "price:write", ["draft_record_key"], ({ draft_record_key }) =>
    remove(`/api/pricing/records/${path(draft_record_key)}`),
  ),
  operation("discard a batch", "price:write", ["idle_batch_key"], ({ idle_batch_key }) =>
    remove(`/api/pricing/batches/${path(idle_batch_key)}`),
  ),
  operation("note a batch", "price:write", ["idle_batch_key"], ({ idle_batch_key }) =>
    put(`/api/pricing/batches/${path(idle_batch_key)}/note`, { note: "Mail dealers first" }),
  ),
  operation("publish a batch", "batch:publish", ["draft_batch_key"], ({ draft_batch_key }) =>
    post(`/api/pricing/batches/${path(draft_batch_key)}/publish`),
  ),
  operation("take a batch back", "batch:publish", ["published_batch_key"], ({ published_batch_key }) =>
    post(`/api/pricing/batches/${path(published_batch_key)}/revert`),
  ),
  operation("write a change sheet", "batch:read", ["draft_batch_key"], ({ draft_batch_key }) =>
    post(`/api/pricing/batches/${path(draft_batch_key)}/export-async`, { export_format: "csv" }),
  ),
  operation("list publications", "batch:read", [], () => get("/api/catalog/publications?after=0")),
  operation("queue an export", "product:read", ["product_key"], ({ product_key }) =>
    post("/api/products/export-async", { product_keys: [product_key], export_mode: "attribute_rows" }),
  ),
  operation("look at an export before queueing it", "product:read", ["product_key"], ({ product_key }) =>
    post("/api/products/export-preflight", { product_keys: [product_key], export_mode: "attribute_rows" }),
  ),
  operation("list what an export may read", "product:read", [], () => get("/api/products/export-fields")),
  operation("list brands", "product:read", [], () => get("/api/brands?search=north")),
  operation("list products", "product:read", ["brand_key"], ({ brand_key }) =>
    get(`/api/products?${new URLSearchParams({ brand_key, search: "boot", source: "merchant_input" })}`),
  ),
  operation("show a product", "product:read", ["product_key"], ({ product_key }) =>
    get(`/api/products/${path(product_key)}?color=Black`),
  ),
  operation("list crawl jobs", "job:create", [], () => get("/api/crawl-jobs")),
  operation("list discoveries", "job:create", ["crawl_job_id"], ({ crawl_job_id }) =>
    get(`/api/products/crawl-discoveries/${path(crawl_job_id)}?search=example`),
  ),
  operation(
    "select many discoveries",
    "job:create",
    ["crawl_job_id", "discovery_id"],
    ({ crawl_job_id, discovery_id }) =>
      patch(`/api/products/crawl-discoveries/${path(crawl_job_id)}`, {
        discovery_ids: [discovery_id],
        selected: true,
      }),
  ),
  operation(
    "select a discovery",
    "job:create",
    ["crawl_job_id", "discovery_id"],
    ({ crawl_job_id, discovery_id }) =>
      patch(`/api/products/crawl-discoveries/${path(crawl_job_id)}/${path(discovery_id)}`, {
        selected: true,
      }),
  ),
  operation("search variants", "variant:read", ["product_key"], ({ product_key }) =>
    get(`/api/products/${path(product_key)}/variants/search?q=boot`),
  ),
  operation("list a batch's records", "batch:read", ["batch_key"], ({ batch_key }) =>
    get(`/api/catalog/batches/${path(batch_key)}/records`),
  ),
  operation("list jobs", "product:read", [], () => get("/api/jobs?type=EXPORT&status=completed")),
  operation("retry a job", "product:read", ["job_id"], ({ job_id }) =>
    post(`/api/jobs/${path(job_id)}/retry`),
  ),
  operation("show a job", "product:read", ["job_id"], ({ job_id }) => get(`/api/jobs/${path(job_id)}`)),
  operation("follow a job", "product:read", ["job_id"], ({ job_id }) =>
    get(`/api/jobs/${path(job_id)}/events`),
  ),
  operation("link to a job's file", "product:read", ["job_id"], ({ job_id }) =>
    get(`/api/products/export/${path(job_id)}/download-url`),
  ),
  operation("cancel a job", "product:read", ["job_id"], ({ job_id }) =>
    post(`/api/jobs/${path(job_id)}/cancel`),
  ),
]
