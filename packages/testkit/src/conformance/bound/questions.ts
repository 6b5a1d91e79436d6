import type { AnsweringName, InputOf } from "@hangtag/core/effect"
import { hour, theirLists } from "./worlds.ts"

type Questions = { readonly [Name in AnsweringName]: ReadonlyArray<InputOf<Name>> }

/** Theirs, `base`, one of others and one that is not there: the last two must be answered alike. */
const lists = [...theirLists, "base", "HIDDEN-07", "NONE"]
const ofLists = <Asked extends object>(asked: Asked) => lists.map((price_list) => ({ ...asked, price_list }))
const of = { brand_key: "B1" }
const batch = { batch_key: "PC-20260610-0000" }
const job = { job_id: "00000000-0000-4000-8000-000000000000" }
const moments = [null, hour(3.5), hour(6.5)]
const change = {
  ...of,
  colorways: [
    {
      product_key: "P1",
      color: "Black",
      lines: [{ price_type: "MAP", amount: "5", effective_from: "2026-12-01" }],
    },
  ],
}
const adjustment = {
  ...of,
  selection: { all: true },
  price_types: ["MAP"],
  adjust: { percent: "-5" },
  effective_from: "2026-12-01",
}
const sheet = { ...of, sheet: { sheets: [], is_1904: false } }

/** Columns and rows of prices, of a list each. */
const ofExports = (["column_based", "attribute_rows"] as const).flatMap((export_mode) =>
  lists.map((price_list) => ({
    product_keys: ["P1"],
    export_mode,
    column_mappings: [{ column_name: "MAP", source_field: "price", sub_field: "MAP", price_list }],
  })),
)

/** What is asked of every operation. */
export const questions: Questions = {
  previewColorway: lists.flatMap((price_list) =>
    [
      [],
      [["MAP", "150.00", "2026-08-15"]],
      [["PROMO", "100.00", "2026-07-01"]],
      [
        ["MAP", "180.00", "2026-10-01"],
        ["MSRP", "50.00", "2026-09-01"],
        ["TYPE-HIDDEN-07", "1", "2026-06-01"],
      ],
    ].map((lines) => ({
      ...of,
      product_key: "P1",
      color: "Black",
      show_lists: lines.length !== 1,
      // beside the lines, or in each
      ...(lines.length < 2 && { price_list }),
      lines: lines.map(([price_type, amount, effective_from]) => ({
        price_type: price_type!,
        ...(lines.length >= 2 && { price_list }),
        amount: amount!,
        effective_from: effective_from!,
      })),
    })),
  ),
  variantTimeline: ["A", "C", "none"].flatMap((variant_key) =>
    moments.flatMap((known_at) => ofLists({ variant_key, known_at })),
  ),
  productTimeline: [
    ...moments.flatMap((known_at) => ofLists({ product_key: "P1", color: null, known_at })),
    ...ofLists({ product_key: "P1", color: "Black", from: "2026-07-15", until: "2026-12-01" }),
    { product_key: "P1" },
  ],
  explainVariantPrice: ["MAP", "PROMO", "TYPE-HIDDEN-07"].flatMap((price_type) =>
    [null, "2026-10-02"].flatMap((at) => ofLists({ variant_key: "A", price_type, at })),
  ),
  resolvePrices: moments.flatMap((known_at) =>
    [null, "2026-08-15T00:00:00Z"].flatMap((at) =>
      [false, true].flatMap((show_passed_over) =>
        ofLists({ variant_keys: ["A", "b", "C"], known_at, at, show_passed_over }),
      ),
    ),
  ),
  listColorwayPrices: [{ price_list: "EU" }],
  listUpcomingPrices: [1, 50].flatMap((limit) => ofLists({ ...of, from: "2026-01-01", limit })),
  getPricePolicy: [of],
  savePricePolicy: [{ ...of, notice_days: 2 }],
  listPolicyChanges: [of],
  listPriceLists: [{}, { limit: 1 }, { search: "HIDDEN" }, { search: "e" }, { after: "DE" }],
  getPriceList: ofLists({}),
  createPriceList: [{ price_list: "HIDDEN-07", name: "Mine", currency: "EUR" }],
  updatePriceList: ofLists({ name: "Mine" }),
  previewPriceListMove: ofLists({ parent: null }),
  getPriceListPolicy: ofLists({}),
  savePriceListPolicy: ofLists({ notice_days: 2 }),
  listPriceListPolicyChanges: ofLists({}),
  generatePriceChange: [change],
  adjustPrices: [adjustment],
  previewPriceSheet: [sheet],
  generatePriceSheet: [sheet],
  exportPriceSheet: [{ ...of, price_types: ["MAP"], export_format: "csv" }],
  createPriceBatch: [{ kind: "price_change", key: "PC-20260610-0000" }],
  listPriceBatches: [{}],
  getPriceBatch: [batch],
  listBatchMoments: [batch],
  reviewPriceBatch: [batch],
  removeBatchChanges: [{ ...batch, colorways: [{ product_key: "P1", color: "Black" }] }],
  withdrawDraft: [{ record_key: job.job_id }],
  notePriceBatch: [{ ...batch, note: "Mine" }],
  discardPriceBatch: [batch],
  publishPriceBatch: [batch],
  revertPriceBatch: [batch],
  exportPriceBatch: [{ ...batch, export_format: "csv" }],
  listPublications: [{}],
  addRecordsByVariants: [{ ...batch, variant_keys: ["A"], price_types: ["MAP"] }],
  listBatchRecords: [batch],
  listBrands: [{}],
  listProducts: [{}],
  getProduct: [{ product_key: "P1" }],
  searchVariants: [{ product_key: "P1", text: "b" }],
  listCrawlJobs: [{}],
  listCrawlDiscoveries: [{ job_id: "CRAWL-1" }],
  selectCrawlDiscovery: [{ job_id: "CRAWL-1", discovery_id: "D1", selected: false }],
  selectCrawlDiscoveries: [{ job_id: "CRAWL-1", discovery_ids: ["D1"], selected: false }],
  listExportFields: [{}],
  preflightExport: ofExports,
  queueExport: ofExports,
  listJobs: [{}],
  getJob: [job],
  cancelJob: [job],
  retryJob: [job],
  downloadLink: [job],
}
