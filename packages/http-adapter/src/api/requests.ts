import { JobStatus } from "@hangtag/core"
import { csvDecimals, csvDelimiters, defaults, isStorable, PriceTypeKey } from "@hangtag/core/adapter"
import { Effect, Schema } from "effect"
import {
  EffectiveFrom,
  IntegerWithin,
  LaxAmount,
  LaxBoolean,
  LaxDecimal,
  QueryBoolean,
  QueryInteger,
  refusedAs,
} from "../validation/fields.ts"
import { refuse } from "../validation/Refusal.ts"
import { batchMomentPlace, colorwayPlace, jobPlace, recordPlace, upcomingPlace } from "./places.ts"

// What the operations read from a request. Declaring a field and its constraint here is all it takes: the
// answers to requests that break it follow from the schema.

const Texts = Schema.Array(Schema.String)

/** An optional field and what its absence means, which the OpenAPI document shows too. */
const withDefault =
  <const Value>(value: Value) =>
  <S extends Schema.Top>(schema: S) =>
    Schema.withDecodingDefaultTypeKey<S["Rebuild"]>(Effect.succeed(value))(
      schema.annotateKey({ default: value }),
    )

/** Null where the field is null or absent. */
const orNull = <S extends Schema.Top>(schema: S) =>
  Schema.NullOr(schema).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null)))

/** Left out, or null, where nothing is asked for. */
const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

export const PrefillLine = Schema.Struct({
  price_type: Schema.String,
  amount: LaxAmount,
  effective_from: EffectiveFrom,
}).annotate({ identifier: "PrefillLine" })

export const ColorwayPrefillRequest = Schema.Struct({
  product_key: Schema.String,
  color: Schema.String,
  lines: Schema.Array(PrefillLine).pipe(withDefault(defaults.colorwayPrefill.lines)),
}).annotate({ identifier: "ColorwayPrefillRequest" })

const Blackout = Schema.Struct({
  from: EffectiveFrom,
  until: EffectiveFrom,
  reason: Schema.String,
}).annotate({ identifier: "Blackout" })

/** How an amount ends. */
const ending = Schema.String.check(Schema.isPattern(/^\d{1,9}(\.\d{1,9})?$/u))

/** Absent members are as in `noPricePolicy` of the core. */
export const PricePolicyRequest = Schema.Struct({
  notice_days: orNull(IntegerWithin(0, 3650)),
  max_increase_percent: orNull(LaxAmount),
  max_decrease_percent: orNull(LaxAmount),
  map_at_most_msrp: LaxBoolean.pipe(withDefault(true)),
  endings: orNull(Schema.Array(ending).check(Schema.isMaxLength(100))),
  blackouts: Schema.Array(Blackout).check(Schema.isMaxLength(1000)).pipe(withDefault([])),
  price_types: orNull(Schema.Array(PriceTypeKey).check(Schema.isMaxLength(1000))),
  enforcement: Schema.Literals(["warn", "block"]).pipe(withDefault("warn")),
}).annotate({ identifier: "PricePolicyRequest" })

/** A date is a day of the brand's zone; absent: now. */
export const PreviewQuery = Schema.Struct({ as_of: Schema.optionalKey(EffectiveFrom) })

const timelineMembers = {
  price_type: Schema.optionalKey(Schema.String),
  from: Schema.optionalKey(EffectiveFrom),
  until: Schema.optionalKey(EffectiveFrom),
}
export const VariantTimelineQuery = Schema.Struct(timelineMembers)
export const ProductTimelineQuery = Schema.Struct({
  color: Schema.optionalKey(Schema.String),
  ...timelineMembers,
})
export const ExplainQuery = Schema.Struct({
  price_type: Schema.String,
  at: Schema.optionalKey(EffectiveFrom),
})

/** A text that a link to a page has, by which `read` tells where the page begins. */
const placeText = (read: (text: string) => unknown) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(
        (text: string) =>
          read(text) !== undefined ||
          refusedAs(refuse("value_error", { error: "follow the Link of the page before" })),
      ),
    ),
  )

const pageSize = (fallback: number) =>
  QueryInteger.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(200)).pipe(
    withDefault(fallback),
  )

export const UpcomingQuery = Schema.Struct({
  from: Schema.optionalKey(EffectiveFrom),
  until: Schema.optionalKey(EffectiveFrom),
  brand_key: Schema.optionalKey(Schema.String),
  limit: pageSize(defaults.upcoming.limit),
  after: placeText(upcomingPlace.read),
})

const storable = Schema.makeFilter(
  (text: string) =>
    isStorable(text) ||
    refusedAs(
      refuse("value_error", { error: "text with U+0000 or half of a surrogate pair cannot be kept" }),
    ),
)

const ChangeLine = Schema.Struct({
  price_type: Schema.String,
  amount: LaxAmount,
  effective_from: EffectiveFrom,
  effective_until: orNull(EffectiveFrom),
  return: orNull(Schema.Literal("none")),
}).annotate({ identifier: "ChangeLine" })

const ColorwayChange = Schema.Struct({
  product_key: Schema.String,
  color: Schema.String,
  lines: Schema.Array(ChangeLine),
  basis: orNull(Schema.String),
}).annotate({ identifier: "ColorwayChange" })

const keepWithdrawReject = Schema.Literals(["keep", "withdraw", "reject"])
const collisionDefaults = defaults.priceChange.on_collision
const OnCollision = Schema.Struct({
  same_instant: Schema.Literals(["reject", "withdraw", "keep"]).pipe(
    withDefault(collisionDefaults.same_instant),
  ),
  overridden_later: keepWithdrawReject.pipe(withDefault(collisionDefaults.overridden_later)),
  leapfrogged: keepWithdrawReject.pipe(withDefault(collisionDefaults.leapfrogged)),
}).annotate({ identifier: "OnCollision" })

export const PriceChangeRequest = Schema.Struct({
  batch_key: orNull(Schema.String),
  replaces: orNull(Schema.String),
  name: orNull(Schema.String.check(Schema.isMaxCodePoints(200), storable)),
  colorways: Schema.Array(ColorwayChange).check(Schema.isMinLength(1)),
  on_collision: OnCollision.pipe(withDefault(collisionDefaults)),
  on_no_return: Schema.Literals(["refuse", "skip", "end"]).pipe(withDefault("refuse")),
  include_unchanged: LaxBoolean.pipe(withDefault(defaults.priceChange.include_unchanged)),
  dry_run: LaxBoolean.pipe(withDefault(defaults.priceChange.dry_run)),
}).annotate({ identifier: "PriceChangeRequest" })

const aboveZero = Schema.makeFilter(
  (text: string) =>
    /[1-9]/.test(text) ||
    refusedAs(refuse("value_error", { error: "multiples are those of more than zero" })),
)

const Adjustment = Schema.Struct({
  percent: optional(LaxDecimal),
  amount: optional(LaxDecimal),
  set: optional(LaxAmount),
})
  .check(
    Schema.makeFilter(
      (adjust) =>
        Object.values(adjust).filter((value) => value !== null).length === 1 ||
        refusedAs(refuse("value_error", { error: "give one of percent, amount and set" })),
    ),
  )
  .annotate({ identifier: "Adjustment" })

const Rounding = Schema.Struct({
  to: orNull(LaxAmount.check(aboveZero)),
  mode: Schema.Literals(["half_up", "up", "down"]).pipe(withDefault(defaults.rounding.mode)),
  ending: orNull(ending),
}).annotate({ identifier: "Rounding" })

const PriceSelection = Schema.Struct({
  all: LaxBoolean.pipe(withDefault(defaults.selection.all)),
  product_keys: orNull(Texts),
  label_keys: orNull(Texts),
  source: orNull(Schema.String),
  colors: orNull(Texts),
}).annotate({ identifier: "PriceSelection" })

const ColorwayKey = Schema.Struct({ product_key: Schema.String, color: Schema.String }).annotate({
  identifier: "ColorwayKey",
})

export const PriceAdjustment = Schema.Struct({
  batch_key: orNull(Schema.String),
  replaces: orNull(Schema.String),
  name: orNull(Schema.String.check(Schema.isMaxCodePoints(200), storable)),
  selection: PriceSelection,
  leave_out: Schema.Array(ColorwayKey).pipe(withDefault(defaults.priceAdjustment.leave_out)),
  price_types: Texts.check(Schema.isMinLength(1)),
  adjust: Adjustment,
  round: orNull(Rounding),
  effective_from: EffectiveFrom,
  effective_until: orNull(EffectiveFrom),
  on_collision: OnCollision.pipe(withDefault(collisionDefaults)),
  dry_run: LaxBoolean.pipe(withDefault(defaults.priceAdjustment.dry_run)),
  on_no_return: Schema.Literals(["refuse", "skip", "end"]).pipe(withDefault("refuse")),
}).annotate({ identifier: "PriceAdjustment" })

/** `preview` is `dry_run` in the address. */
export const BatchReviewQuery = Schema.Struct({
  after: QueryInteger.check(Schema.isGreaterThanOrEqualTo(0)).pipe(withDefault(defaults.batchReview.after)),
})

export const AdjustmentQuery = Schema.Struct({
  preview: QueryBoolean.pipe(withDefault(defaults.priceAdjustment.dry_run)),
  written: Schema.optionalKey(Schema.String),
  after: QueryInteger.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    withDefault(defaults.adjustmentAsked.after),
  ),
})

const someOf = <S extends Schema.Top>(schema: S) => orNull(Schema.Array(schema).check(Schema.isMinLength(1)))

export const BatchRemoval = Schema.Struct({
  colorways: someOf(ColorwayKey),
  lines: someOf(
    Schema.Struct({
      ...ColorwayKey.fields,
      price_type: Schema.String,
      effective_from: EffectiveFrom,
    }).annotate({ identifier: "BatchLineKey" }),
  ),
  pairs: someOf(
    Schema.Struct({ variant_key: Schema.String, price_type: Schema.String }).annotate({
      identifier: "PairKey",
    }),
  ),
})
  .check(
    Schema.makeFilter(
      (removal) =>
        Object.values(removal).filter((value) => value !== null).length === 1 ||
        refusedAs(refuse("value_error", { error: "give one of colorways, lines and pairs" })),
    ),
  )
  .annotate({ identifier: "BatchRemoval" })

export const NewPriceBatch = Schema.Struct({
  key: orNull(Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(100), storable)),
  name: orNull(Schema.String.check(Schema.isMaxCodePoints(200), storable)),
  kind: Schema.Literals(["price_change", "republish"]),
  brand_key: orNull(Schema.String),
}).annotate({ identifier: "NewPriceBatch" })

export const PriceBatchQuery = Schema.Struct({
  status: Schema.optionalKey(Schema.Literals(["open", "published", "discarded"])),
  kind: Schema.optionalKey(Schema.Literals(["price_change", "republish"])),
  brand_key: Schema.optionalKey(Schema.String),
  reverts: Schema.optionalKey(Schema.String),
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200))),
  limit: pageSize(defaults.priceBatchQuery.limit),
  after: Schema.optionalKey(Schema.String),
})

/** `isOptionalBody`: none at all is taken for `{}`. */
export const PublishRequest = Schema.Struct({
  on_moved: Schema.Literals(["refuse", "accept"]).pipe(withDefault(defaults.publish.on_moved)),
  allow_backdated: LaxBoolean.pipe(withDefault(defaults.publish.allow_backdated)),
}).annotate({ identifier: "PublishRequest", isOptionalBody: true })

export const FileOptions = Schema.Struct({
  csv_delimiter: optional(Schema.Literals(csvDelimiters)),
  csv_decimal: optional(Schema.Literals(csvDecimals)),
  csv_bom: optional(LaxBoolean),
  csv_formula_guard: optional(LaxBoolean),
  list_separator: optional(Schema.String),
  gzip: optional(LaxBoolean),
  file_name: optional(Schema.String),
  about_sheet: optional(LaxBoolean),
}).annotate({ identifier: "FileOptions" })

export const SheetFileOptions = Schema.Struct({
  ...FileOptions.fields,
  headings: optional(Schema.Literals(["names", "keys"])),
}).annotate({ identifier: "SheetFileOptions" })

/** `isOptionalBody`: none at all is taken for `{}`. */
export const ChangeSheetRequest = Schema.Struct({
  export_format: Schema.Literals(["xlsx", "csv"]).pipe(withDefault(defaults.changeSheet.export_format)),
  file_options: optional(SheetFileOptions),
}).annotate({ identifier: "ChangeSheetRequest", isOptionalBody: true })

export const PublicationQuery = Schema.Struct({
  after: QueryInteger.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    withDefault(defaults.publicationQuery.after),
  ),
  limit: pageSize(defaults.publicationQuery.limit),
})

export const PolicyHistoryQuery = Schema.Struct({
  limit: QueryInteger.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(20)).pipe(
    withDefault(defaults.policyHistory.limit),
  ),
  after: Schema.optionalKey(QueryInteger.check(Schema.isGreaterThanOrEqualTo(1))),
})

export const AddRecordsByVariantsRequest = Schema.Struct({
  variant_keys: Texts,
  price_types: orNull(Texts),
}).annotate({ identifier: "AddRecordsByVariantsRequest" })

const searchText = Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200)))
const after = Schema.optionalKey(Schema.String)

export const BrandQuery = Schema.Struct({
  search: searchText,
  limit: pageSize(defaults.brandQuery.limit),
  after,
})

export const ProductQuery = Schema.Struct({
  search: searchText,
  brand_key: Schema.optionalKey(Schema.String),
  label: Schema.optionalKey(Schema.String),
  source: Schema.optionalKey(Schema.String),
  limit: pageSize(defaults.productQuery.limit),
  after,
})

export const ColorwaysQuery = Schema.Struct({
  color: Schema.optionalKey(Schema.String),
  limit: pageSize(defaults.colorwaysQuery.limit),
  after: placeText(colorwayPlace.read),
})

export const JobQuery = Schema.Struct({
  type: Schema.optionalKey(Schema.Literals(["EXPORT"])),
  status: Schema.optionalKey(JobStatus),
  mine: QueryBoolean.pipe(withDefault(defaults.jobQuery.mine)),
  limit: pageSize(defaults.jobQuery.limit),
  after: placeText(jobPlace.read),
})

export const CrawlJobQuery = Schema.Struct({ limit: pageSize(defaults.crawlJobQuery.limit), after })

export const DiscoveryQuery = Schema.Struct({
  selected: Schema.optionalKey(QueryBoolean),
  search: searchText,
  limit: pageSize(defaults.discoveryQuery.limit),
  after,
})

export const BatchMomentQuery = Schema.Struct({
  limit: pageSize(defaults.batchMoments.limit),
  after: placeText(batchMomentPlace.read),
})

export const DiscoverySelection = Schema.Struct({ discovery_ids: Texts, selected: LaxBoolean }).annotate({
  identifier: "DiscoverySelection",
})

export const DiscoverySelectionUpdate = Schema.Struct({ selected: LaxBoolean }).annotate({
  identifier: "DiscoverySelectionUpdate",
})

export const ColumnMapping = Schema.Struct({
  column_name: Schema.String,
  source_field: Schema.String,
  sub_field: orNull(Schema.String),
  use_label: LaxBoolean.pipe(withDefault(defaults.columnMapping.use_label)),
}).annotate({ identifier: "ColumnMapping" })

export const ExportRequest = Schema.Struct({
  product_keys: Texts,
  column_mappings: orNull(Schema.Array(ColumnMapping)),
  export_format: Schema.Literals(["xlsx", "csv"]).pipe(withDefault(defaults.exportRequest.export_format)),
  export_mode: Schema.Literals(["column_based", "attribute_rows"]).pipe(
    withDefault(defaults.exportRequest.export_mode),
  ),
  filter_by_label: LaxBoolean.pipe(withDefault(defaults.exportRequest.filter_by_label)),
  filter_latest_version: LaxBoolean.pipe(withDefault(defaults.exportRequest.filter_latest_version)),
  label_keys: orNull(Texts),
  source_filter: orNull(Texts),
  file_options: optional(FileOptions),
  price_as_of: optional(EffectiveFrom),
})
  .check(
    Schema.makeFilter(({ export_mode, column_mappings }) => {
      if (export_mode !== "column_based" || (column_mappings?.length ?? 0) > 0) return undefined
      const refusal =
        column_mappings === null
          ? refuse("missing")
          : refuse("too_short", { field_type: "List", min_length: 1, actual_length: 0 })
      return { path: ["column_mappings"], issue: refusedAs(refusal) }
    }),
  )
  .annotate({ identifier: "ExportRequest" })

export const VariantSearchQuery = Schema.Struct({
  q: Schema.String.check(Schema.isMinCodePoints(1)),
  limit: QueryInteger.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(100)).pipe(
    withDefault(defaults.variantSearch.limit),
  ),
})

export const BatchRecordsQuery = Schema.Struct({
  offset: QueryInteger.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    withDefault(defaults.batchRecords.offset),
  ),
  limit: pageSize(defaults.batchRecords.limit),
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200))),
  sort: Schema.String.check(Schema.isPattern(/^(asc|desc)$/u)).pipe(withDefault(defaults.batchRecords.sort)),
  after: placeText(recordPlace.read),
})
