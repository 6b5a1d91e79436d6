/** What a field that is left out of a request means, through every door. */
export const defaults = {
  colorwayPrefill: { lines: [] },
  priceChange: {
    batch_key: null,
    name: null,
    on_collision: { same_instant: "reject", overridden_later: "keep", leapfrogged: "keep" },
    on_no_return: "refuse",
    include_unchanged: false,
    dry_run: false,
  },
  colorwayChange: { basis: null },
  changeLine: { effective_until: null, return: null },
  priceAdjustment: {
    batch_key: null,
    name: null,
    leave_out: [],
    round: null,
    effective_until: null,
    on_no_return: "refuse",
    dry_run: false,
  },
  selection: { all: false, product_keys: null, label_keys: null, source: null, colors: null },
  rounding: { to: null, mode: "half_up", ending: null },
  adjustmentAsked: { written: null, after: 0 },
  priceBatch: { key: null, name: null, brand_key: null },
  batchRemoval: { colorways: null, lines: null, pairs: null },
  priceBatchQuery: { status: null, kind: null, brand_key: null, search: null, limit: 50 },
  batchReview: { after: 0 },
  batchMoments: { limit: 50, after: null },
  publish: { on_moved: "refuse", allow_backdated: false },
  publicationQuery: { after: 0, limit: 50 },
  addRecordsByVariants: { price_types: null },
  exportRequest: {
    column_mappings: null,
    export_format: "xlsx",
    export_mode: "column_based",
    filter_by_label: false,
    filter_latest_version: false,
    label_keys: null,
    source_filter: null,
  },
  changeSheet: { export_format: "xlsx" },
  columnMapping: { sub_field: null, use_label: false },
  variantSearch: { limit: 20 },
  policyHistory: { limit: 20, after: null },
  upcoming: { from: null, until: null, brand_key: null, limit: 50 },
  brandQuery: { search: null, limit: 50, after: null },
  productQuery: { search: null, brand_key: null, label: null, source: null, limit: 50, after: null },
  colorwaysQuery: { color: null, limit: 50, after: null },
  jobQuery: { type: null, status: null, mine: false, limit: 50, after: null },
  crawlJobQuery: { limit: 50, after: null },
  discoveryQuery: { selected: null, search: null, limit: 50, after: null },
  batchRecords: { offset: 0, limit: 50, search: null, sort: "asc" },
} as const

/** A request of which what has a default may be left out. */
export type Defaulted<Request, Names extends PropertyKey> = Omit<Request, Names & keyof Request> & {
  readonly [Name in Names & keyof Request]?: Request[Name] | undefined
}

/** The request with the defaults for what it leaves out. */
export const withDefaults = <Request extends object>(
  values: NoInfer<Partial<Request>>,
  request: object,
): Request => {
  const given = Object.entries(request ?? {}).filter(([, value]) => value !== undefined)
  return { ...values, ...Object.fromEntries(given) } as Request
}
