import type { Permission } from "@hangtag/core"
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

/** Every operation on an organization's data, with a valid request. */
export const operations: ReadonlyArray<Operation> = [
  {
    name: "colorway prefill",
    permission: "price:read",
    reads: ["brand_key", "product_key"],
    request: ({ brand_key, product_key }) => ({
      method: "POST",
      target: `/api/pricing/map-policy/${path(brand_key)}/colorway-prefill`,
      body: {
        product_key,
        color: "Black",
        lines: [{ price_type: "MAP", amount: 129.95, effective_from: "2999-01-01" }],
      },
    }),
  },
  {
    name: "see a variant's timeline",
    permission: "price:read",
    reads: ["variant_key"],
    request: ({ variant_key }) => ({
      target: `/api/pricing/variants/${path(variant_key)}/timeline?from=2026-01-01`,
    }),
  },
  {
    name: "see a product's timeline",
    permission: "price:read",
    reads: ["product_key"],
    request: ({ product_key }) => ({
      target: `/api/pricing/products/${path(product_key)}/timeline?color=Black`,
    }),
  },
  {
    name: "explain a price",
    permission: "price:read",
    reads: ["variant_key"],
    request: ({ variant_key }) => ({
      target: `/api/pricing/variants/${path(variant_key)}/explain?price_type=MAP&at=2026-06-01`,
    }),
  },
  {
    name: "see what goes live next",
    permission: "price:read",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({
      target: `/api/pricing/upcoming?${new URLSearchParams({ brand_key, from: "2026-01-01" })}`,
    }),
  },
  {
    name: "read a price policy",
    permission: "price:read",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({ target: `/api/pricing/map-policy/${path(brand_key)}` }),
  },
  {
    name: "list the changes of a price policy",
    permission: "price:read",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({ target: `/api/pricing/map-policy/${path(brand_key)}/history` }),
  },
  {
    name: "save a price policy",
    permission: "price:write",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({
      method: "PUT",
      target: `/api/pricing/map-policy/${path(brand_key)}`,
      body: { notice_days: 14, endings: ["0.95"] },
    }),
  },
  {
    name: "read the policy of a price list",
    permission: "price:read",
    reads: ["price_list"],
    request: ({ price_list }) => ({ target: `/api/pricing/price-lists/${path(price_list)}/policy` }),
  },
  {
    name: "list the changes of a price list's policy",
    permission: "price:read",
    reads: ["price_list"],
    request: ({ price_list }) => ({ target: `/api/pricing/price-lists/${path(price_list)}/policy/history` }),
  },
  {
    name: "save the policy of a price list",
    permission: "price:write",
    reads: ["price_list"],
    request: ({ price_list }) => ({
      method: "PUT",
      target: `/api/pricing/price-lists/${path(price_list)}/policy`,
      body: { notice_days: 14 },
    }),
  },
  {
    name: "resolve prices",
    permission: "price:read",
    reads: ["price_list"],
    request: ({ price_list, variant_key }) => ({
      method: "POST",
      target: "/api/pricing/prices",
      body: { price_list, variant_keys: [variant_key] },
    }),
  },
  {
    name: "list colorways' prices",
    permission: "price:read",
    reads: ["price_list"],
    request: ({ price_list, product_key }) => ({
      target: `/api/pricing/prices?price_list=${path(price_list)}&product_key=${path(product_key)}&sizes=true`,
    }),
  },
  {
    name: "list price lists",
    permission: "price:read",
    reads: [],
    request: () => ({ target: "/api/pricing/price-lists" }),
  },
  {
    name: "see a price list",
    permission: "price:read",
    reads: ["price_list"],
    request: ({ price_list }) => ({ target: `/api/pricing/price-lists/${path(price_list)}` }),
  },
  {
    name: "make a price list",
    permission: "price:write",
    reads: ["price_list"],
    request: ({ price_list }) => ({
      method: "POST",
      target: "/api/pricing/price-lists",
      body: { price_list: crypto.randomUUID(), name: "Another", currency: "EUR", parent: price_list },
    }),
  },
  {
    name: "preview a price list elsewhere",
    permission: "price:read",
    reads: ["price_list"],
    request: ({ price_list }) => ({
      method: "POST",
      target: `/api/pricing/price-lists/${path(price_list)}/preview`,
      body: { archived: true, effective_from: "2999-01-01" },
    }),
  },
  {
    name: "change a price list",
    permission: "price:write",
    reads: ["price_list"],
    request: ({ price_list }) => ({
      method: "PATCH",
      target: `/api/pricing/price-lists/${path(price_list)}`,
      body: { name: "Renamed", archived: true, effective_from: "2999-01-01" },
    }),
  },
  {
    name: "add records by variants",
    permission: "price:write",
    reads: ["batch_key", "variant_key"],
    request: ({ batch_key, variant_key }) => ({
      method: "POST",
      target: `/api/pricing/batches/${path(batch_key)}/add-records-by-variants`,
      body: { variant_keys: [variant_key], price_types: ["MAP"] },
    }),
  },
  {
    name: "generate a price change",
    permission: "price:write",
    reads: ["brand_key", "product_key"],
    request: ({ brand_key, product_key }) => ({
      method: "POST",
      target: `/api/pricing/map-policy/${path(brand_key)}/price-changes`,
      body: {
        colorways: [
          {
            product_key,
            color: "Black",
            lines: [{ price_type: "MAP", amount: 129.95, effective_from: "2998-01-01" }],
          },
        ],
        on_collision: { same_instant: "withdraw" },
      },
    }),
  },
  {
    name: "adjust prices",
    permission: "price:write",
    reads: ["brand_key", "product_key"],
    request: ({ brand_key, product_key }) => ({
      method: "POST",
      target: `/api/pricing/map-policy/${path(brand_key)}/price-changes/adjust?preview=true`,
      body: {
        selection: { product_keys: [product_key] },
        price_types: ["MAP"],
        adjust: { percent: -5 },
        round: { to: "0.05" },
        effective_from: "2997-01-01",
      },
    }),
  },
  {
    name: "export a price sheet",
    permission: "price:read",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({
      method: "POST",
      target: "/api/pricing/sheets",
      body: { brand_key, price_types: ["MAP"], export_format: "csv" },
    }),
  },
  {
    name: "preview a price sheet",
    permission: "price:read",
    reads: ["brand_key", "variant_key"],
    request: ({ brand_key, variant_key }) => ({
      method: "POST",
      target: `/api/pricing/sheets/preview?${new URLSearchParams({ brand_key })}`,
      body: sheetOf(variant_key),
    }),
  },
  {
    name: "generate a price sheet",
    permission: "price:write",
    reads: ["brand_key"],
    request: ({ brand_key, variant_key }) => ({
      method: "POST",
      target: `/api/pricing/sheets/generate?${new URLSearchParams({ brand_key, same_instant: "withdraw" })}`,
      body: sheetOf(variant_key),
    }),
  },
  {
    name: "make a batch",
    permission: "price:write",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({
      method: "POST",
      target: "/api/pricing/batches",
      body: { kind: "price_change", brand_key },
    }),
  },
  {
    name: "list batches",
    permission: "batch:read",
    reads: [],
    request: () => ({ target: "/api/pricing/batches?status=open" }),
  },
  {
    name: "show a batch",
    permission: "batch:read",
    reads: ["batch_key"],
    request: ({ batch_key }) => ({ target: `/api/pricing/batches/${path(batch_key)}` }),
  },
  {
    name: "list a batch's moments",
    permission: "batch:read",
    reads: ["batch_key"],
    request: ({ batch_key }) => ({ target: `/api/pricing/batches/${path(batch_key)}/moments` }),
  },
  {
    name: "review a batch",
    permission: "batch:read",
    reads: ["change_batch_key"],
    request: ({ change_batch_key }) => ({ target: `/api/pricing/batches/${path(change_batch_key)}/review` }),
  },
  {
    name: "take changes out of a batch",
    permission: "price:write",
    reads: ["change_batch_key"],
    request: ({ change_batch_key }) => ({
      method: "DELETE",
      target: `/api/pricing/batches/${path(change_batch_key)}/changes`,
      body: { pairs: [{ variant_key: "nothing", price_type: "MAP" }] },
    }),
  },
  {
    name: "withdraw a draft",
    permission: "price:write",
    reads: ["draft_record_key"],
    request: ({ draft_record_key }) => ({
      method: "DELETE",
      target: `/api/pricing/records/${path(draft_record_key)}`,
    }),
  },
  {
    name: "discard a batch",
    permission: "price:write",
    reads: ["idle_batch_key"],
    request: ({ idle_batch_key }) => ({
      method: "DELETE",
      target: `/api/pricing/batches/${path(idle_batch_key)}`,
    }),
  },
  {
    name: "note a batch",
    permission: "price:write",
    reads: ["idle_batch_key"],
    request: ({ idle_batch_key }) => ({
      method: "PUT",
      target: `/api/pricing/batches/${path(idle_batch_key)}/note`,
      body: { note: "Mail dealers first" },
    }),
  },
  {
    name: "publish a batch",
    permission: "batch:publish",
    reads: ["draft_batch_key"],
    request: ({ draft_batch_key }) => ({
      method: "POST",
      target: `/api/pricing/batches/${path(draft_batch_key)}/publish`,
    }),
  },
  {
    name: "take a batch back",
    permission: "batch:publish",
    reads: ["published_batch_key"],
    request: ({ published_batch_key }) => ({
      method: "POST",
      target: `/api/pricing/batches/${path(published_batch_key)}/revert`,
    }),
  },
  {
    name: "write a change sheet",
    permission: "batch:read",
    reads: ["draft_batch_key"],
    request: ({ draft_batch_key }) => ({
      method: "POST",
      target: `/api/pricing/batches/${path(draft_batch_key)}/export-async`,
      body: { export_format: "csv" },
    }),
  },
  {
    name: "list publications",
    permission: "batch:read",
    reads: [],
    request: () => ({ target: "/api/catalog/publications?after=0" }),
  },
  {
    name: "queue an export",
    permission: "product:read",
    reads: ["product_key"],
    request: ({ product_key }) => ({
      method: "POST",
      target: "/api/products/export-async",
      body: { product_keys: [product_key], export_mode: "attribute_rows" },
    }),
  },
  {
    name: "look at an export before queueing it",
    permission: "product:read",
    reads: ["product_key"],
    request: ({ product_key }) => ({
      method: "POST",
      target: "/api/products/export-preflight",
      body: { product_keys: [product_key], export_mode: "attribute_rows" },
    }),
  },
  {
    name: "list what an export may read",
    permission: "product:read",
    reads: [],
    request: () => ({ target: "/api/products/export-fields" }),
  },
  {
    name: "list brands",
    permission: "product:read",
    reads: [],
    request: () => ({ target: "/api/brands?search=north" }),
  },
  {
    name: "list products",
    permission: "product:read",
    reads: ["brand_key"],
    request: ({ brand_key }) => ({
      target: `/api/products?${new URLSearchParams({ brand_key, search: "boot", source: "merchant_input" })}`,
    }),
  },
  {
    name: "show a product",
    permission: "product:read",
    reads: ["product_key"],
    request: ({ product_key }) => ({ target: `/api/products/${path(product_key)}?color=Black` }),
  },
  {
    name: "list crawl jobs",
    permission: "job:create",
    reads: [],
    request: () => ({ target: "/api/crawl-jobs" }),
  },
  {
    name: "list discoveries",
    permission: "job:create",
    reads: ["crawl_job_id"],
    request: ({ crawl_job_id }) => ({
      target: `/api/products/crawl-discoveries/${path(crawl_job_id)}?search=example`,
    }),
  },
  {
    name: "select many discoveries",
    permission: "job:create",
    reads: ["crawl_job_id", "discovery_id"],
    request: ({ crawl_job_id, discovery_id }) => ({
      method: "PATCH",
      target: `/api/products/crawl-discoveries/${path(crawl_job_id)}`,
      body: { discovery_ids: [discovery_id], selected: true },
    }),
  },
  {
    name: "select a discovery",
    permission: "job:create",
    reads: ["crawl_job_id", "discovery_id"],
    request: ({ crawl_job_id, discovery_id }) => ({
      method: "PATCH",
      target: `/api/products/crawl-discoveries/${path(crawl_job_id)}/${path(discovery_id)}`,
      body: { selected: true },
    }),
  },
  {
    name: "search variants",
    permission: "variant:read",
    reads: ["product_key"],
    request: ({ product_key }) => ({ target: `/api/products/${path(product_key)}/variants/search?q=boot` }),
  },
  {
    name: "list a batch's records",
    permission: "batch:read",
    reads: ["batch_key"],
    request: ({ batch_key }) => ({ target: `/api/catalog/batches/${path(batch_key)}/records` }),
  },
  {
    name: "list jobs",
    permission: "product:read",
    reads: [],
    request: () => ({ target: "/api/jobs?type=EXPORT&status=completed" }),
  },
  {
    name: "retry a job",
    permission: "product:read",
    reads: ["job_id"],
    request: ({ job_id }) => ({ method: "POST", target: `/api/jobs/${path(job_id)}/retry` }),
  },
  {
    name: "show a job",
    permission: "product:read",
    reads: ["job_id"],
    request: ({ job_id }) => ({ target: `/api/jobs/${path(job_id)}` }),
  },
  {
    name: "follow a job",
    permission: "product:read",
    reads: ["job_id"],
    request: ({ job_id }) => ({ target: `/api/jobs/${path(job_id)}/events` }),
  },
  {
    name: "link to a job's file",
    permission: "product:read",
    reads: ["job_id"],
    request: ({ job_id }) => ({ target: `/api/products/export/${path(job_id)}/download-url` }),
  },
  {
    name: "cancel a job",
    permission: "product:read",
    reads: ["job_id"],
    request: ({ job_id }) => ({ method: "POST", target: `/api/jobs/${path(job_id)}/cancel` }),
  },
]
