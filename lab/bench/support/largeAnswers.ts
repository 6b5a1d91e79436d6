// Answers of the API at the largest that a person looks at: 500 variants, 20 price types, 1,000 jobs, 1,000,000 records.

const variants = Array.from({ length: 500 }, (_, n) => `V-${String(n).padStart(4, "0")}`)
const types = Array.from({ length: 20 }, (_, n) => `T${n}`)
const zone = { brand_key: "B", name: "Brand", time_zone: "America/New_York" }
const of = (items: ReadonlyArray<unknown>, total = items.length) => ({ items, total, total_is_exact: true })

const preview = () => ({
  ...{
    brand_key: "B",
    product_key: "LARGE",
    color: "Black",
    as_of: "2026-11-22T00:00:00.000Z",
    basis: "b2.0.0",
  },
  variant_keys: variants,
  lines: types.map((price_type, n) => ({
    ...{
      price_type,
      amount: 100 + n,
      effective_from: "2099-06-01",
      status: "changed",
      status_at_effective: "changed",
    },
    counts: { add: 0, changed: variants.length, unchanged: 0 },
    variants: variants.map((variant_key, v) => ({
      variant_key,
      status: "changed",
      status_at_effective: "changed",
      previous: 90 + (v % 7),
      incumbent: { record_key: `${variant_key}-${n}`, amount: 90 + (v % 7), effective_from: "2025-01-01" },
    })),
  })),
  future_records: variants.slice(0, 100).map((variant_key) => ({
    ...{
      record_key: `F-${variant_key}`,
      variant_key,
      price_type: "T0",
      amount: 95,
      effective_from: "2099-07-01",
    },
    status: "active",
    batch_key: null,
    collisions: [{ line: 0, kind: "overridden_later" }],
  })),
  incumbents: types.flatMap((price_type) =>
    variants.map((variant_key, v) => ({
      ...{
        variant_key,
        price_type,
        amount: 90 + (v % 7),
        effective_from: "2025-01-01",
        record_key: variant_key,
      },
    })),
  ),
  warnings: [],
  returns: [],
})

const timeline = () => ({
  as_of: "2026-11-22T00:00:00.000Z",
  variant_keys: variants,
  pairs: types.flatMap((price_type) =>
    variants.map((variant_key, v) => ({
      variant_key,
      price_type,
      drafts: [],
      segments: [2024, 2025, 2026].map((year, n) => ({
        from: `${year}-01-01T00:00:00.000Z`,
        until: n === 2 ? null : `${year + 1}-01-01T00:00:00.000Z`,
        ...{
          record_key: `${variant_key}-${year}`,
          amount: 80 + 5 * n + (v % 7),
          status: "active",
          batch_key: null,
        },
        state: n === 2 ? "in_force" : "past",
      })),
    })),
  ),
})

const job = (n: number) => ({
  ...{
    job_id: `job-${n}`,
    type: "EXPORT",
    status: "completed",
    requested_by: "developer",
    total: 3_000,
    processed: 3_000,
  },
  ...{
    rows_per_second: null,
    estimated_end: null,
    attempt: 1,
    next_attempt_at: null,
    message: "3,000 rows",
    error: null,
  },
  ...{
    can_cancel: false,
    can_retry: false,
    file_url: `/files/${n}`,
    file_name: `export-${n}.xlsx`,
    file_size: 90_000,
  },
  ...{
    created_at: "2026-11-22T00:00:00Z",
    started_at: "2026-11-22T00:00:00Z",
    finished_at: "2026-11-22T00:00:01Z",
  },
})

const jobs = (query: URLSearchParams) => {
  const [after, limit] = [Number(query.get("after") ?? 0), Number(query.get("limit") ?? 50)]
  return of(
    Array.from({ length: Math.min(limit, 1_000 - after) }, (_, n) => job(after + n)),
    1_000,
  )
}

/** Colorways of the table of prices. */
export const tableRows = 10_000

const table = (query: URLSearchParams) => {
  const [after, limit] = [Number(query.get("after") ?? 0), Number(query.get("limit") ?? 50)]
  const range = (amount: number) => ({ least_amount: amount, greatest_amount: amount + 5 })
  const items = Array.from({ length: Math.min(limit, tableRows - after) }, (_, n) => ({
    brand_key: "T",
    product_key: `P${after + n}`,
    name: "Ridge Boot",
    color: "Dark Brown",
    variants: 12,
    without_price: 1,
    sizes: null,
    prices: types.slice(0, 12).map((price_type, place) => ({
      price_type,
      amounts: range(100 + place),
      priced: 12,
      own: 12,
      from_list: "base",
      change: { at: "2099-06-01T00:00:00.000Z", variants: 12, amounts: range(90 + place) },
    })),
  }))
  const page = { at: "2026-11-22T00:00:00.000Z", price_list: "base", currency: "EUR", items }
  return { ...page, price_types: types.slice(0, 12), total: tableRows, total_is_exact: true }
}

const change = () => ({
  batch_key: null,
  created: 12,
  withdrawals: 0,
  warnings: 0,
  reason: null,
  problem: null,
  refused_colorways: [],
  total_refused: 0,
  colorways: [
    {
      product_key: "P0",
      color: "Dark Brown",
      created: 12,
      skipped_unchanged: 0,
      returns: 0,
      withdrawals: 0,
      collisions: [],
      no_return: [],
      warnings: [],
      moved_returns: [],
      basis: "b2.0.0",
      lines: [{ line: 0, status: "changed", previous: 100, variants: 12, variant_keys: [] }],
    },
  ],
})

const base = { price_list: "base", name: "Base", currency: "EUR", parent: null, archived: false, tags: {} }

const pagesOf: Readonly<Record<string, number>> = { "/api/jobs": 1_000, "/api/pricing/prices": tableRows }

/** Where a list goes on, as its header `Link` says. */
export const linkOf = (path: string, query: URLSearchParams): string | undefined => {
  const next = Number(query.get("after") ?? 0) + Number(query.get("limit") ?? 50)
  return next < (pagesOf[path] ?? 0)
    ? `<${path}?limit=${query.get("limit")}&after=${next}>; rel="next"`
    : undefined
}

const batch = {
  key: "LARGE",
  name: "A million",
  kind: "price_change",
  brand_key: "B",
  status: "open",
  reverts: null,
  created_at: "2026-11-22T00:00:00Z",
  created_by: "developer",
  published_at: null,
  published_by: null,
  discarded_at: null,
  discarded_by: null,
  counts: { records: 1_000_000, withdrawals: 0 },
  note: null,
  noted_at: null,
  noted_by: null,
}

const moments = () =>
  of(
    Array.from({ length: 200 }, (_, n) => ({
      at: new Date(Date.UTC(2099, 5, 1 + n)).toISOString(),
      price_type: "MAP",
      records: 5_000,
      withdrawals: 0,
      least_amount: 89.95,
      greatest_amount: 139.95,
      ends: [],
    })),
  )

const records = (query: URLSearchParams) => {
  const [offset, limit] = [Number(query.get("offset") ?? 0), Number(query.get("limit") ?? 50)]
  const items = Array.from({ length: Math.min(limit, 1_000_000 - offset) }, (_, n) => ({
    ...{
      record_key: `R-${offset + n}`,
      variant_key: `V-${String(offset + n).padStart(7, "0")}`,
      variant_name: "Boot",
    },
    price_type: "MAP",
    amount: 139.95,
    effective_from: "2099-06-01",
    status: "draft",
  }))
  return { items, total: 1_000_000, offset, limit }
}

const product = {
  product_key: "LARGE",
  name: "Large",
  version: 1,
  source: "",
  labels: [],
  attributes: {},
  brand: zone,
  variant_count: 500,
  version_count: 1,
  versions: [],
  total: 1,
  total_is_exact: true,
  updated_at: "",
  colorways: [
    {
      color: "Black",
      swatch: null,
      vendor_color_codes: [],
      variant_count: 500,
      variants: variants.map((variant_key, n) => ({
        variant_key,
        name: `Large ${n}`,
        size: String(n),
        width: "D",
        vendor_color_code: "",
      })),
    },
  ],
}

const noPolicy = {
  notice_days: null,
  max_increase_percent: null,
  max_decrease_percent: null,
  map_at_most_msrp: false,
  endings: null,
  blackouts: [],
  price_types: null,
  enforcement: "warn",
}

const permissions = [
  "product:read",
  "job:create",
  "variant:read",
  "price:read",
  "price:write",
  "batch:read",
  "batch:publish",
]

const answers: ReadonlyArray<[path: RegExp, answer: (query: URLSearchParams) => unknown]> = [
  [/^\/api\/me$/, () => ({ organization: "demo", subject: "developer", permissions })],
  [/^\/api\/brands$/, () => of([zone])],
  [/^\/api\/pricing\/prices$/, table],
  [/^\/api\/pricing\/price-lists$/, () => of([base])],
  [/^\/api\/pricing\/price-lists\/base$/, () => base],
  [/^\/api\/pricing\/map-policy\/T\/price-changes$/, change],
  [/^\/api\/products$/, () => of([])],
  [/\/colorway-prefill$/, preview],
  [/\/timeline$/, timeline],
  [/^\/api\/pricing\/map-policy\/[BT]$/, () => noPolicy],
  [/^\/api\/pricing\/batches$/, () => of([batch])],
  [/^\/api\/pricing\/batches\/LARGE$/, () => batch],
  [/\/records$/, records],
  [/\/moments$/, moments],
  [/export-fields$/, () => ({ fields: [], attributes: [] })],
  [
    /export-preflight$/,
    () => ({
      total: 0,
      rows: 0,
      is_estimate: false,
      columns: [],
      sheets: 1,
      estimated_size: 0,
      sample_rows: [],
      warnings: [],
    }),
  ],
  [/^\/api\/jobs$/, jobs],
  [/^\/api\/products\/LARGE$/, () => product],
]

/** The answer to a request, `undefined` where nothing of it is large. */
export const largeAnswer = (path: string, query: URLSearchParams): unknown =>
  answers.find(([pattern]) => pattern.test(path))?.[1](query)
