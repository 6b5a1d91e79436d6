import {
  type AddRecordsByVariantsRequest,
  type Batch,
  type BatchEntry,
  type BatchRecord,
  type BatchRecordPage,
  type BatchRecordsQuery,
  type BrandedInstant,
  basePriceList,
  type ColorwayPrefillRequest,
  type ColorwayPreview,
  effectiveInstant,
  type FillSnapshot,
  type FutureRecord,
  type Incumbent,
  type LinePreview,
  type MissingPrice,
  noPricePolicy,
  type PrefillLine,
  type PricedColorwaysQuery,
  type PriceEntry,
  type PriceListEntry,
  type PricePolicy,
  type PriceRecord,
  type PriceWarning,
  type RepublishFill,
  type UpcomingQuery,
} from "@hangtag/core"

/** The instant of a date or date-time in UTC; throws where the text is none. */
export const instantOf = (text: string, timeZone = "UTC"): BrandedInstant => {
  const instant = effectiveInstant(text, timeZone)
  if (instant === undefined) throw new RangeError(`${text} in ${timeZone} is no instant`)
  return instant
}

/** An active MAP of 149.95 from 2026-01-01 for `P1-BLK-9`. */
export const aPriceEntry = (with_: Partial<PriceEntry> = {}): PriceEntry => ({
  variant_key: "P1-BLK-9",
  price_type: "MAP",
  amount: "149.95",
  effective_from: "2026-01-01",
  status: "active",
  batch_key: null,
  ...with_,
})

/** The list `EU` in euros, below none. */
export const aPriceList = (with_: Partial<PriceListEntry> = {}): PriceListEntry => ({
  price_list: "EU",
  name: "Europe",
  currency: "EUR",
  parent: null,
  archived: false,
  tags: {},
  effective_from: null,
  ...with_,
})

/** The same as a record; `effective_at` follows `effective_from` in UTC, `record_key` follows `sequence`. */
export const aPriceRecord = (with_: Partial<PriceRecord> = {}): PriceRecord => {
  const entry = aPriceEntry(with_)
  const sequence = with_.sequence ?? 1
  return {
    price_list: basePriceList,
    ...entry,
    record_key: `PRICE-${sequence}`,
    effective_at: instantOf(entry.effective_from),
    sequence,
    ...with_,
  }
}

/** A line that would set MAP to 129.95 from 2026-12-01. */
export const aPrefillLine = (with_: Partial<PrefillLine> = {}): PrefillLine => ({
  price_type: "MAP",
  amount: "129.95",
  effective_from: "2026-12-01",
  ...with_,
})

/** Asks for `aPrefillLine` on the black colorway of `aProductEntry`. */
export const aColorwayPrefillRequest = (
  with_: Partial<ColorwayPrefillRequest> = {},
): ColorwayPrefillRequest => ({ product_key: "P1", color: "Black", lines: [aPrefillLine()], ...with_ })

/** The price of `aPriceRecord`, in force. */
export const anIncumbent = (with_: Partial<Incumbent> = {}): Incumbent => {
  const { variant_key, price_type, amount, effective_from, record_key } = aPriceRecord()
  return { variant_key, price_type, amount: amount!, effective_from, record_key, ...with_ }
}

/** A line against one variant that it adds to. */
export const aLinePreview = (with_: Partial<LinePreview> = {}): LinePreview => ({
  ...aPrefillLine(),
  status: "add",
  status_at_effective: "add",
  counts: { add: 1, changed: 0, unchanged: 0 },
  variants: [
    { variant_key: "P1-BLK-9", status: "add", status_at_effective: "add", previous: null, incumbent: null },
  ],
  ...with_,
})

/** A record to come, which nothing collides with. */
export const aFutureRecord = (with_: Partial<FutureRecord> = {}): FutureRecord => {
  const { record_key, variant_key, price_type, amount, status, batch_key } = aPriceRecord()
  return {
    record_key,
    variant_key,
    price_type,
    amount,
    effective_from: "2027-01-01",
    status,
    batch_key,
    collisions: [],
    ...with_,
  }
}

/** The preview of one line that adds a price to one variant. */
export const aColorwayPreview = (with_: Partial<ColorwayPreview> = {}): ColorwayPreview => ({
  brand_key: "B1",
  product_key: "P1",
  color: "Black",
  as_of: "2026-06-01T00:00:00.000Z",
  variant_keys: ["P1-BLK-9"],
  lines: [aLinePreview()],
  future_records: [],
  incumbents: [],
  basis: "b1.0000000000000000",
  warnings: [],
  returns: [],
  ...with_,
})

/** What goes live next, the first 50 rows. */
export const anUpcomingQuery = (with_: Partial<UpcomingQuery> = {}): UpcomingQuery => ({
  from: null,
  until: null,
  brand_key: null,
  price_list: null,
  limit: 50,
  after: null,
  ...with_,
})

/** The policy of a brand that was given none. */
export const aPricePolicy = (with_: Partial<PricePolicy> = {}): PricePolicy => ({
  ...noPricePolicy,
  ...with_,
})

/** The first line's, of `P1-BLK-9`. */
export const aPriceWarning = (with_: Partial<PriceWarning> = {}): PriceWarning =>
  ({
    kind: "backdated",
    line: 0,
    variant_keys: ["P1-BLK-9"],
    message: "MAP 129.95 from 2026-01-01: begins in the past",
    ...with_,
  }) as PriceWarning

/** An open batch. */
export const aBatchEntry = (with_: Partial<BatchEntry> = {}): BatchEntry => ({
  key: "REPUB-1",
  status: "open",
  ...with_,
})

/** The batch that `aBatchEntry` saves. */
export const aBatch = (with_: Partial<Batch> = {}): Batch => ({ ...aBatchEntry(), ...with_ })

/** The record of `aPriceRecord` in a batch. */
export const aBatchRecord = (with_: Partial<BatchRecord> = {}): BatchRecord => {
  const { record_key, variant_key, price_type, amount, effective_from, status } = aPriceRecord()
  const variant_name = "Ridge Boot Black 9"
  return { record_key, variant_key, variant_name, price_type, amount, effective_from, status, ...with_ }
}

/** A page of one record, the only one. */
export const aBatchRecordPage = (with_: Partial<BatchRecordPage> = {}): BatchRecordPage => ({
  items: [aBatchRecord()],
  total: 1,
  offset: 0,
  limit: 50,
  ...with_,
})

/** The first 50 records. */
export const aBatchRecordsQuery = (with_: Partial<BatchRecordsQuery> = {}): BatchRecordsQuery => ({
  offset: 0,
  limit: 50,
  search: null,
  sort: "asc",
  price_list: null,
  after: null,
  ...with_,
})

/** Every price type of `P1-BLK-9`. */
export const aFillRequest = (
  with_: Partial<AddRecordsByVariantsRequest> = {},
): AddRecordsByVariantsRequest => ({ variant_keys: ["P1-BLK-9"], price_types: null, ...with_ })

/** What a fill reads when `P1-BLK-9` exists and has no price. */
export const aFillSnapshot = (with_: Partial<FillSnapshot> = {}): FillSnapshot => ({
  knownVariants: new Set(["P1-BLK-9"]),
  inForce: [],
  future: [],
  held: [],
  ...with_,
})

/** A pair without an active price. */
export const aMissingPrice = (with_: Partial<MissingPrice> = {}): MissingPrice => ({
  variant_key: "P1-BLK-9",
  price_type: "MAP",
  reason: "no_active_price",
  ...with_,
})

/** A fill that added one price. */
export const aRepublishFill = (with_: Partial<RepublishFill> = {}): RepublishFill => ({
  batch_key: "REPUB-1",
  requested: 1,
  added: 1,
  updated: 0,
  unchanged: 0,
  missing: [],
  ...with_,
})

/** Asks for all colorways, as of 2026-06-01, in `base`. */
export const aPricedColorwaysQuery = (with_: Partial<PricedColorwaysQuery> = {}): PricedColorwaysQuery => ({
  search: null,
  brand_key: null,
  product_key: null,
  label: null,
  source: null,
  color: null,
  sku: null,
  price_type: null,
  below_map: false,
  without_price: false,
  changes_until: null,
  sort: "product",
  descending: false,
  limit: 50,
  after: null,
  ...{
    at: instantOf("2026-06-01"),
    lists: [basePriceList],
    columns: 12,
    variants: 1_000,
    most: 1_000,
    records: 1_000,
  },
  ...with_,
})
