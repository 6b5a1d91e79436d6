// Made of the contract by `node packages/client/test/renderContract.ts`; a test compares.

/** A part of `PriceChangeConflict`. */
export interface ActiveRecord {
  readonly detail: string
  readonly reason: "active"
  readonly record_key: string
}

/** The body of `addRecordsByVariants`. */
export interface AddRecordsByVariantsRequest {
  readonly variant_keys: ReadonlyArray<string>
  readonly price_types?: ReadonlyArray<string> | null
}

/** A part of `PriceAdjustmentResult`. */
export interface AdjustedColorway {
  readonly product_key: string
  readonly color: string
  readonly created: number
  readonly skipped_unchanged: number
  readonly returns: number
  readonly withdrawals: number
  readonly collisions: ReadonlyArray<ChangeCollision>
  readonly no_return: ReadonlyArray<NoReturn>
  readonly warnings: ReadonlyArray<PriceWarning>
  readonly moved_returns: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
    readonly record_key: string
    readonly returns_from: string
    readonly effective_from: string
    readonly was: number | null
    readonly becomes: number | null
  }>
  readonly basis: string
  readonly lines: ReadonlyArray<AdjustedLine>
  readonly no_price: number
}

/** A part of `AdjustedColorway`. */
export interface AdjustedLine {
  readonly price_type: string
  readonly previous: number
  readonly amount: number
  readonly variants: number
}

/** A part of `PriceAdjustment`. */
export interface Adjustment {
  readonly percent?: number | null
  readonly amount?: number | string | null
  readonly set?: number | null
}

/** A part of `PriceListConflict`. */
export interface ArchivedParent {
  readonly detail: string
  readonly reason: "archived"
  readonly parent: string
}

/** A part of `ExportFields`. */
export interface AttributeField {
  readonly source_field: string
  readonly attribute_key: string
  readonly label: string
  readonly type: "text" | "number" | "boolean" | "date" | "option" | "list" | "record" | "mixed"
  readonly sub_fields: ReadonlyArray<string>
  readonly products: number
}

/** A part of `PriceChangeConflict`. */
export interface BackdatedChange {
  readonly detail: string
  readonly reason: "backdated"
  readonly effective_from: string
}

/** The answer with status 400. */
export interface BadRequest {
  readonly detail: string
}

/** A part of `PriceListConflict`. */
export interface BaseList {
  readonly detail: string
  readonly reason: "base"
}

/** A part of `PriceListConflict`. */
export interface BaseListPolicy {
  readonly detail: string
  readonly reason: "base_policy"
}

/** A part of `PriceWarning`, and more. */
export interface BatchLine {
  readonly batch_key: string
  readonly price_type: string
  readonly price_list?: string
  readonly amount: number | null
  readonly ends?: "fall_back" | "not_offered"
  readonly effective_from: string
  readonly effective_until: string | null
}

/** A part of `BatchRemovalResult`, and more. */
export interface BatchLineKey {
  readonly product_key: string
  readonly color: string
  readonly price_type: string
  readonly price_list?: string
  readonly effective_from: string
}

/** A part of `BatchMomentList`. */
export interface BatchMoment {
  readonly at: string
  readonly price_type: string
  readonly price_list: string
  readonly records: number
  readonly withdrawals: number
  readonly least_amount: number | null
  readonly greatest_amount: number | null
  readonly ends: ReadonlyArray<"fall_back" | "not_offered">
}

/** The answer of `listBatchMoments`. */
export interface BatchMomentList {
  readonly items: ReadonlyArray<BatchMoment>
  readonly total: number
  readonly total_is_exact: boolean
}

/** The body of `notePriceBatch`. */
export interface BatchNoteRequest {
  readonly note: string
}

/** A part of `BatchRecordPage`. */
export interface BatchRecord {
  readonly record_key: string
  readonly variant_key: string
  readonly variant_name: string | null
  readonly price_type: string
  readonly price_list?: string
  readonly amount: number | null
  readonly ends?: "fall_back" | "not_offered"
  readonly effective_from: string
  readonly status: "draft" | "active" | "withdrawn"
}

/** The answer of `listBatchRecords`. */
export interface BatchRecordPage {
  readonly items: ReadonlyArray<BatchRecord>
  readonly total: number
  readonly offset: number
  readonly limit: number
}

/** The body of `removeBatchChanges`. */
export interface BatchRemoval {
  readonly colorways?: ReadonlyArray<ColorwayKey> | null
  readonly lines?: ReadonlyArray<BatchLineKey> | null
  readonly pairs?: ReadonlyArray<PairKey> | null
}

/** The answer of `removeBatchChanges`. */
export interface BatchRemovalResult {
  readonly batch_key: string
  readonly records: number
  readonly withdrawals: number
  readonly created: number
  readonly not_found: {
    readonly colorways: ReadonlyArray<ColorwayKey>
    readonly lines: ReadonlyArray<BatchLineKey>
    readonly pairs: ReadonlyArray<PairKey>
  }
  readonly counts: { readonly records: number; readonly withdrawals: number }
}

/** The answer of `reviewPriceBatch`. */
export interface BatchReview {
  readonly batch_key: string
  readonly colorways: ReadonlyArray<ReviewedColorway>
  readonly total_colorways: number
  readonly warnings: number
  readonly problem: string | null
}

/** A part of `ListPolicy`, and more. */
export interface Blackout {
  readonly from: string
  readonly until: string
  readonly reason: string
}

/** A part of `PriceChangeConflict`. */
export interface BlockedChange {
  readonly detail: string
  readonly reason: "blocked"
  readonly colorways: ReadonlyArray<RefusedColorway>
  readonly warnings: ReadonlyArray<PriceWarning>
}

/** A part of `ProductDetails`, and more. */
export interface Brand {
  readonly brand_key: string
  readonly name: string
  readonly time_zone: string
}

/** The answer of `listBrands`. */
export interface BrandList {
  readonly items: ReadonlyArray<Brand>
  readonly total: number
  readonly total_is_exact: boolean
}

/** A part of `ExportFields`. */
export interface BuiltInField {
  readonly source_field: string
  readonly group: "product" | "variant" | "price"
  readonly type: "text" | "number" | "date" | "date-time" | "list"
  readonly label: string
  readonly sub_field: "price_type" | null
}

/** A part of `PriceChangeConflict`. */
export interface BusyBatch {
  readonly detail: string
  readonly reason: "busy"
}

/** A part of `PriceListConflict`. */
export interface BusyLists {
  readonly detail: string
  readonly reason: "busy"
}

/** The answer of `getCaller`. */
export interface Caller {
  readonly organization: string
  readonly subject: string
  readonly permissions: ReadonlyArray<
    | "product:read"
    | "job:create"
    | "variant:read"
    | "price:read"
    | "price:write"
    | "batch:read"
    | "batch:publish"
  >
  readonly price_lists?: ReadonlyArray<string>
}

/** A part of `PriceChangeConflict`. */
export interface CarriedOutBefore {
  readonly detail: string
  readonly reason: "carried_out"
}

/** A part of `CollidingChange`, and more. */
export interface ChangeCollision {
  readonly line: number | null
  readonly batch_line?: BatchLine
  readonly product_key?: string
  readonly color?: string
  readonly kind: "same_instant" | "overridden_later" | "leapfrogged"
  readonly action: "kept" | "withdrawn" | "rejected"
  readonly record_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly amount: number | null
  readonly ends?: "fall_back" | "not_offered"
  readonly effective_from: string
  readonly status: "draft" | "active"
  readonly batch_key: string | null
}

/** A part of `ColorwayChange`. */
export interface ChangeLine {
  readonly price_type: string
  readonly price_list?: string
  readonly amount?: number | string | null
  readonly effective_from: string
  readonly ends?: "fall_back" | "not_offered"
  readonly variant_keys?: ReadonlyArray<string>
  readonly effective_until?: string | null
  readonly return?: "none" | null
}

/** The body of `exportPriceBatch`. */
export interface ChangeSheetRequest {
  readonly export_format?: "xlsx" | "csv"
  readonly file_options?: SheetFileOptions | null
}

/** A part of `PriceChangeConflict`. */
export interface ChangeWithoutReturn {
  readonly detail: string
  readonly reason: "no_return"
  readonly colorways: ReadonlyArray<RefusedColorway>
  readonly no_return: ReadonlyArray<NoReturn>
}

/** A part of `PriceChangeConflict`. */
export interface CollidingChange {
  readonly detail: string
  readonly reason: "collides"
  readonly colorways: ReadonlyArray<RefusedColorway>
  readonly collisions: ReadonlyArray<ChangeCollision>
}

/** A part of `PriceChangeRequest`. */
export interface ColorwayChange {
  readonly product_key: string
  readonly color: string
  readonly lines: ReadonlyArray<ChangeLine>
  readonly basis?: string | null
}

/** A part of `PriceChangeResult`. */
export interface ColorwayChangeResult {
  readonly product_key: string
  readonly color: string
  readonly created: number
  readonly skipped_unchanged: number
  readonly returns: number
  readonly withdrawals: number
  readonly collisions: ReadonlyArray<ChangeCollision>
  readonly no_return: ReadonlyArray<NoReturn>
  readonly warnings: ReadonlyArray<PriceWarning>
  readonly moved_returns: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
    readonly record_key: string
    readonly returns_from: string
    readonly effective_from: string
    readonly was: number | null
    readonly becomes: number | null
  }>
  readonly basis: string
  readonly lines: ReadonlyArray<LineFollows>
}

/** A part of `BatchRemovalResult`, and more. */
export interface ColorwayKey {
  readonly product_key: string
  readonly color: string
}

/** The body of `previewColorway`. */
export interface ColorwayPrefillRequest {
  readonly product_key: string
  readonly color: string
  readonly lines?: ReadonlyArray<PrefillLine>
}

/** The answer of `previewColorway`. */
export interface ColorwayPreview {
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly as_of: string
  readonly variant_keys: ReadonlyArray<string>
  readonly lines: ReadonlyArray<{
    readonly price_type: string
    readonly price_list?: string
    readonly amount: number
    readonly effective_from: string
    readonly status: "add" | "changed" | "unchanged"
    readonly status_at_effective: "add" | "changed" | "unchanged"
    readonly counts: { readonly add: number; readonly changed: number; readonly unchanged: number }
    readonly variants: ReadonlyArray<{
      readonly variant_key: string
      readonly status: "add" | "changed" | "unchanged"
      readonly status_at_effective: "add" | "changed" | "unchanged"
      readonly previous: number | null
      readonly incumbent: {
        readonly record_key: string
        readonly amount: number
        readonly effective_from: string
      } | null
    }>
    readonly shown_in?: ReadonlyArray<ListShown>
    readonly overridden_in?: ReadonlyArray<ListShown>
  }>
  readonly future_records: ReadonlyArray<{
    readonly record_key: string
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
    readonly amount: number | null
    readonly ends?: "fall_back" | "not_offered"
    readonly effective_from: string
    readonly status: "draft" | "active"
    readonly batch_key: string | null
    readonly withdrawn_at?: string
    readonly returns_from?: string
    readonly collisions: ReadonlyArray<{
      readonly line: number
      readonly kind: "same_instant" | "overridden_later" | "leapfrogged"
    }>
  }>
  readonly incumbents: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
    readonly amount: number
    readonly effective_from: string
    readonly record_key: string
  }>
  readonly basis: string
  readonly warnings: ReadonlyArray<PriceWarning>
  readonly returns: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
    readonly record_key: string
    readonly returns_from: string
    readonly effective_from: string
    readonly was: number | null
    readonly becomes: number | null
  }>
}

/** A part of `ColorwayPricesPage`. */
export interface ColorwayPrices {
  readonly brand_key: string
  readonly product_key: string
  readonly name: string
  readonly color: string
  readonly variants: number
  readonly without_price: number
  readonly prices: ReadonlyArray<ColumnPrices>
  readonly sizes: ReadonlyArray<SizePrices> | null
}

/** The answer of `listColorwayPrices`. */
export interface ColorwayPricesPage {
  readonly at: string
  readonly price_list: string
  readonly currency: string | null
  readonly price_types: ReadonlyArray<string>
  readonly items: ReadonlyArray<ColorwayPrices>
  readonly total: number
  readonly total_is_exact: boolean
}

/** A part of `ExportRequest`. */
export interface ColumnMapping {
  readonly column_name: string
  readonly source_field: string
  readonly sub_field?: string | null
  readonly price_list?: string | null
  readonly use_label?: boolean
}

/** A part of `ColorwayPrices`. */
export interface ColumnPrices {
  readonly price_type: string
  readonly amounts: { readonly least_amount: number; readonly greatest_amount: number } | null
  readonly priced: number
  readonly own: number
  readonly from_list: string | null
  readonly change: {
    readonly at: string
    readonly variants: number
    readonly amounts: { readonly least_amount: number; readonly greatest_amount: number } | null
  } | null
}

/** The answer with status 409. */
export interface Conflict {
  readonly detail: string
}

/** The answer with status 413. */
export interface ContentTooLarge {
  readonly detail: string
}

/** The answer of `selectCrawlDiscovery`. */
export interface CrawlDiscovery {
  readonly job_id: string
  readonly discovery_id: string
  readonly url: string
  readonly title: string | null
  readonly selected: boolean
  readonly updated_at: string
}

/** A part of `CrawlJobList`. */
export interface CrawlJob {
  readonly job_id: string
  readonly discoveries: number
  readonly selected: number
  readonly counts_are_exact: boolean
}

/** The answer of `listCrawlJobs`. */
export interface CrawlJobList {
  readonly items: ReadonlyArray<CrawlJob>
  readonly total: number
  readonly total_is_exact: boolean
}

/** A part of `PriceListConflict`. */
export interface CurrencySet {
  readonly detail: string
  readonly reason: "currency_set"
  readonly currency: string
}

/** The answer of `listCrawlDiscoveries`. */
export interface DiscoveryList {
  readonly items: ReadonlyArray<ListedDiscovery>
  readonly total: number
  readonly total_is_exact: boolean
}

/** The body of `selectCrawlDiscoveries`. */
export interface DiscoverySelection {
  readonly discovery_ids: ReadonlyArray<string>
  readonly selected: boolean
}

/** The answer of `selectCrawlDiscoveries`. */
export interface DiscoverySelectionResult {
  readonly job_id: string
  readonly selected: boolean
  readonly changed: number
  readonly unchanged: number
  readonly not_found: number
  readonly outcomes: ReadonlyArray<{
    readonly discovery_id: string
    readonly outcome: "changed" | "unchanged" | "not_found"
  }>
}

/** The body of `selectCrawlDiscovery`. */
export interface DiscoverySelectionUpdate {
  readonly selected: boolean
}

/** The answer of `downloadLink`. */
export interface DownloadLink {
  readonly url: string
  readonly expires_at: string
  readonly file_name: string
  readonly content_type: string
  readonly size: number
  readonly sha256: string
}

/** A part of `PriceChangeConflict`. */
export interface EmptyChange {
  readonly detail: string
  readonly reason: "empty"
  readonly unchanged: number
  readonly no_price: number
}

/** The answer of `listExportFields`. */
export interface ExportFields {
  readonly fields: ReadonlyArray<BuiltInField>
  readonly attributes: ReadonlyArray<AttributeField>
}

/** The answer of `preflightExport`. */
export interface ExportPreflight {
  readonly total: number
  readonly rows: number
  readonly is_estimate: boolean
  readonly columns: ReadonlyArray<string>
  readonly sheets: number
  readonly estimated_size: number
  readonly sample_rows: ReadonlyArray<ReadonlyArray<string>>
  readonly warnings: ReadonlyArray<ExportWarning>
}

/** The body of `exportPriceSheet`. */
export interface ExportPriceSheetRequest {
  readonly brand_key: string
  readonly product_keys?: ReadonlyArray<string> | null
  readonly price_types: ReadonlyArray<string>
  readonly price_lists?: ReadonlyArray<string>
  readonly export_format?: "xlsx" | "csv"
  readonly file_options?: FileOptions | null
}

/** The answer of `exportPriceSheet`, and more. */
export interface ExportQueued {
  readonly job_id: string
  readonly message: string
  readonly total: number
}

/** The body of `queueExport`, and more. */
export interface ExportRequest {
  readonly product_keys: ReadonlyArray<string>
  readonly column_mappings?: ReadonlyArray<ColumnMapping> | null
  readonly export_format?: "xlsx" | "csv"
  readonly export_mode?: "column_based" | "attribute_rows"
  readonly filter_by_label?: boolean
  readonly filter_latest_version?: boolean
  readonly label_keys?: ReadonlyArray<string> | null
  readonly source_filter?: ReadonlyArray<string> | null
  readonly file_options?: FileOptions | null
  readonly price_as_of?: string | null
  readonly price_known_at?: string | null
}

/** A part of `ExportPreflight`. */
export interface ExportWarning {
  readonly type:
    | "no_rows"
    | "unknown_products"
    | "filtered_products"
    | "rowless_products"
    | "mixed_versions"
    | "duplicate_column"
    | "empty_column"
    | "unknown_price_type"
    | "ignored_mappings"
    | "excel_rows"
    | "excel_size"
    | "excel_text"
    | "excel_number"
  readonly message: string
  readonly column: number | null
}

/** A part of `ExportRequest`, and more. */
export interface FileOptions {
  readonly csv_delimiter?: "," | ";" | "\t" | "|" | null
  readonly csv_decimal?: "." | "," | null
  readonly csv_bom?: boolean | null
  readonly csv_formula_guard?: boolean | null
  readonly list_separator?: string | null
  readonly gzip?: boolean | null
  readonly file_name?: string | null
  readonly about_sheet?: boolean | null
}

/** The answer with status 403. */
export interface Forbidden {
  readonly detail: string
}

/** The answer with status 410. */
export interface Gone {
  readonly detail: string
}

/** The answer with status 422. */
export interface HTTPValidationError {
  readonly detail: ReadonlyArray<ValidationError>
}

/** The answer of `healthz`. */
export interface Health {
  readonly status: "ok" | "unavailable"
}

/** The answer of `getJob`, and more. */
export interface Job {
  readonly job_id: string
  readonly type: "EXPORT"
  readonly status: "queued" | "running" | "completed" | "failed" | "cancelled" | "expired"
  readonly requested_by: string
  readonly total: number
  readonly processed: number
  readonly rows_per_second: number | null
  readonly estimated_end: string | null
  readonly attempt: number
  readonly next_attempt_at: string | null
  readonly queue_position: number | null
  readonly message: string
  readonly error: string | null
  readonly can_cancel: boolean
  readonly can_retry: boolean
  readonly file_url: string | null
  readonly file_name: string | null
  readonly file_size: number | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** The answer of `listJobs`. */
export interface JobList {
  readonly items: ReadonlyArray<ListedJob>
  readonly total: number
  readonly total_is_exact: boolean
}

/** A part of `ColorwayChangeResult`. */
export interface LineFollows {
  readonly line: number
  readonly status: "add" | "changed" | "unchanged"
  readonly previous: number | null
  readonly variants: number
  readonly variant_keys: ReadonlyArray<string>
}

/** A part of `PriceListConflict`. */
export interface ListCycle {
  readonly detail: string
  readonly reason: "cycle"
  readonly from: string
  readonly path: ReadonlyArray<string>
}

/** A part of `PriceListConflict`. */
export interface ListExists {
  readonly detail: string
  readonly reason: "exists"
}

/** A part of `ResolvedPrices`. */
export interface ListLookedIn {
  readonly price_list: string
  readonly archived: boolean
}

/** The answer of `getPriceListPolicy`, and more. */
export interface ListPolicy {
  readonly notice_days?: number | null
  readonly max_increase_percent?: number | null
  readonly max_decrease_percent?: number | null
  readonly map_at_most_msrp?: boolean
  readonly endings?: ReadonlyArray<string> | null
  readonly blackouts?: ReadonlyArray<Blackout>
  readonly price_types?: ReadonlyArray<string> | null
  readonly enforcement?: "warn" | "block"
}

/** A part of `ListPolicyHistory`. */
export interface ListPolicyChange {
  readonly revision: number
  readonly changed_at: string | null
  readonly changed_by: string | null
  readonly policy: ListPolicy
}

/** The answer of `listPriceListPolicyChanges`. */
export interface ListPolicyHistory {
  readonly items: ReadonlyArray<ListPolicyChange>
}

/** A part of `PriceListMove`, and more. */
export interface ListShown {
  readonly price_list: string
  readonly variants: number
}

/** A part of `PriceListConflict`. */
export interface ListTooDeep {
  readonly detail: string
  readonly reason: "too_deep"
  readonly from: string
  readonly path: ReadonlyArray<string>
  readonly most: number
}

/** A part of `ProductDetails`. */
export interface ListedColorway {
  readonly color: string
  readonly swatch: string | null
  readonly vendor_color_codes: ReadonlyArray<string>
  readonly variant_count: number
  readonly variants: ReadonlyArray<{
    readonly variant_key: string
    readonly name: string
    readonly size: string
    readonly width: string
    readonly vendor_color_code: string
  }>
}

/** A part of `DiscoveryList`. */
export interface ListedDiscovery {
  readonly job_id: string
  readonly discovery_id: string
  readonly url: string
  readonly title: string | null
  readonly selected: boolean
  readonly updated_at: string
  readonly already_in_catalog: string | null
}

/** A part of `JobList`. */
export interface ListedJob {
  readonly job_id: string
  readonly type: "EXPORT"
  readonly status: "queued" | "running" | "completed" | "failed" | "cancelled" | "expired"
  readonly requested_by: string
  readonly total: number
  readonly processed: number
  readonly rows_per_second: number | null
  readonly estimated_end: string | null
  readonly attempt: number
  readonly next_attempt_at: string | null
  readonly message: string
  readonly error: string | null
  readonly can_cancel: boolean
  readonly can_retry: boolean
  readonly file_url: string | null
  readonly file_name: string | null
  readonly file_size: number | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** A part of `ProductList`. */
export interface ListedProduct {
  readonly product_key: string
  readonly brand_key: string
  readonly brand_name: string
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly updated_at: string
  readonly variant_count: number
  readonly colorway_count: number
}

/** A part of `PriceChangeConflict`. */
export interface MovedChange {
  readonly detail: string
  readonly reason: "moved"
  readonly moved: ReadonlyArray<MovedPair>
}

/** A part of `MovedChange`, and more. */
export interface MovedPair {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly was: {
    readonly record_key: string
    readonly amount: number | null
    readonly ends?: "fall_back" | "not_offered"
    readonly effective_from: string
    readonly status: "draft" | "active"
    readonly batch_key: string | null
  } | null
  readonly is: {
    readonly record_key: string
    readonly amount: number | null
    readonly ends?: "fall_back" | "not_offered"
    readonly effective_from: string
    readonly status: "draft" | "active"
    readonly batch_key: string | null
  } | null
  readonly what: "incumbent" | "future" | "variant" | "above"
}

/** A part of `PriceChangeConflict`. */
export interface MovedSheet {
  readonly detail: string
  readonly reason: "sheet_moved"
  readonly conflicts: ReadonlyArray<{
    readonly row: number
    readonly cell: string
    readonly variant_key: string
    readonly price_type: string
    readonly price_list: string
    readonly was: number | null
    readonly is: number | null
  }>
}

/** The body of `createPriceBatch`. */
export interface NewPriceBatch {
  readonly key?: string | null
  readonly name?: string | null
  readonly kind: "price_change" | "republish"
  readonly brand_key?: string | null
}

/** The body of `createPriceList`. */
export interface NewPriceList {
  readonly price_list: string
  readonly name: string
  readonly currency: string
  readonly parent?: string | null
  readonly tags?: Readonly<Record<string, string>>
}

/** A part of `ChangeWithoutReturn`, and more. */
export interface NoReturn {
  readonly line: number | null
  readonly batch_line?: BatchLine
  readonly product_key?: string
  readonly color?: string
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
}

/** The answer with status 404. */
export interface NotFound {
  readonly detail: string
}

/** A part of `PriceAdjustment`, and more. */
export interface OnCollision {
  readonly same_instant?: "reject" | "withdraw" | "keep"
  readonly overridden_later?: "keep" | "withdraw" | "reject"
  readonly leapfrogged?: "keep" | "withdraw" | "reject"
}

/** A part of `PriceListConflict`. */
export interface OtherCurrency {
  readonly detail: string
  readonly reason: "other_currency"
  readonly currency: string
  readonly parent: string
  readonly parent_currency: string | null
}

/** A part of `BatchRemovalResult`, and more. */
export interface PairKey {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list?: string
}

/** A part of `ResolvedPrices`, and more. */
export interface PassedOver {
  readonly price_list: string
  readonly why: "archived" | "ended" | "not_offered" | "no_price"
}

/** The answer of `listPolicyChanges`. */
export interface PolicyHistory {
  readonly items: ReadonlyArray<PricePolicyChange>
}

/** The answer with status 412. */
export interface PreconditionFailed {
  readonly detail: string
}

/** A part of `ColorwayPrefillRequest`. */
export interface PrefillLine {
  readonly price_type: string
  readonly price_list?: string
  readonly amount: number | string
  readonly effective_from: string
}

/** The body of `adjustPrices`. */
export interface PriceAdjustment {
  readonly batch_key?: string | null
  readonly replaces?: string | null
  readonly name?: string | null
  readonly selection: PriceSelection
  readonly leave_out?: ReadonlyArray<ColorwayKey>
  readonly price_types: ReadonlyArray<string>
  readonly adjust: Adjustment
  readonly round?: Rounding | null
  readonly effective_from: string
  readonly effective_until?: string | null
  readonly on_collision?: OnCollision
  readonly dry_run?: boolean
  readonly on_no_return?: "refuse" | "skip" | "end"
}

/** The answer of `adjustPrices`. */
export interface PriceAdjustmentResult {
  readonly batch_key: string | null
  readonly colorways: ReadonlyArray<AdjustedColorway>
  readonly total_colorways: number
  readonly left_out: number
  readonly variants: number
  readonly created: number
  readonly skipped_unchanged: number
  readonly no_price: number
  readonly returns: number
  readonly withdrawals: number
  readonly warnings: number
  readonly reason: "empty" | "stale" | "collides" | "no_return" | "blocked" | null
  readonly problem: string | null
  readonly refused_colorways: ReadonlyArray<RefusedColorway>
  readonly total_refused: number
}

/** The answer of `createPriceBatch`, and more. */
export interface PriceBatch {
  readonly key: string
  readonly name: string | null
  readonly kind: "price_change" | "republish"
  readonly brand_key: string | null
  readonly status: "open" | "published" | "discarded"
  readonly reverts: string | null
  readonly created_at: string | null
  readonly created_by: string | null
  readonly published_at: string | null
  readonly published_by: string | null
  readonly discarded_at: string | null
  readonly discarded_by: string | null
  readonly note: string | null
  readonly noted_at: string | null
  readonly noted_by: string | null
  readonly counts: { readonly records: number; readonly withdrawals: number }
}

/** The answer of `listPriceBatches`. */
export interface PriceBatchList {
  readonly items: ReadonlyArray<PriceBatch>
  readonly total: number
  readonly total_is_exact: boolean
}

/** The answer with status 409. */
export type PriceChangeConflict =
  | EmptyChange
  | StaleChange
  | MovedChange
  | BackdatedChange
  | CollidingChange
  | ChangeWithoutReturn
  | BlockedChange
  | MovedSheet
  | ActiveRecord
  | PublishedBatch
  | UnsuitableBatch
  | BusyBatch
  | CarriedOutBefore

/** The body of `generatePriceChange`. */
export interface PriceChangeRequest {
  readonly batch_key?: string | null
  readonly replaces?: string | null
  readonly name?: string | null
  readonly colorways: ReadonlyArray<ColorwayChange>
  readonly on_collision?: OnCollision
  readonly on_no_return?: "refuse" | "skip" | "end"
  readonly include_unchanged?: boolean
  readonly dry_run?: boolean
}

/** The answer of `generatePriceChange`. */
export interface PriceChangeResult {
  readonly batch_key: string | null
  readonly colorways: ReadonlyArray<ColorwayChangeResult>
  readonly created: number
  readonly withdrawals: number
  readonly warnings: number
  readonly reason: "empty" | "stale" | "collides" | "no_return" | "blocked" | null
  readonly problem: string | null
  readonly refused_colorways: ReadonlyArray<RefusedColorway>
  readonly total_refused: number
}

/** The answer of `explainVariantPrice`. */
export interface PriceExplanation {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly at: string
  readonly in_force: string | null
  readonly sentence: string
  readonly candidates: ReadonlyArray<{
    readonly record_key: string
    readonly amount: number | null
    readonly ends?: "fall_back" | "not_offered"
    readonly effective_from: string
    readonly status: "draft" | "active"
    readonly batch_key: string | null
    readonly known_at: string | null
    readonly publication: number | null
    readonly verdict: "in_force" | "ending" | "draft" | "not_begun" | "withdrawn" | "over" | "replaced"
    readonly reason: string
  }>
}

/** The answer of `createPriceList`, and more. */
export interface PriceList {
  readonly price_list: string
  readonly name: string
  readonly currency: string | null
  readonly parent: string | null
  readonly archived: boolean
  readonly tags: Readonly<Record<string, string>>
  readonly upcoming: ReadonlyArray<PriceListPlace>
  readonly created_at: string | null
  readonly created_by: string | null
}

/** The body of `updatePriceList`. */
export interface PriceListChange {
  readonly name?: string
  readonly currency?: string
  readonly tags?: Readonly<Record<string, string>>
  readonly parent?: string | null
  readonly archived?: boolean
  readonly effective_from?: string | null
}

/** The answer with status 409. */
export type PriceListConflict =
  | ListExists
  | TooManyLists
  | TooManyPlaces
  | BaseList
  | BaseListPolicy
  | CurrencySet
  | OtherCurrency
  | ArchivedParent
  | ListCycle
  | ListTooDeep
  | BusyLists

/** The answer of `listPriceLists`. */
export interface PriceListList {
  readonly items: ReadonlyArray<PriceList>
  readonly total: number
  readonly total_is_exact: boolean
}

/** The answer of `previewPriceListMove`. */
export interface PriceListMove {
  readonly at: string
  readonly list: PriceList
  readonly shown_in: ReadonlyArray<ListShown>
  readonly overridden_in: ReadonlyArray<ListShown>
  readonly variants: number
  readonly colorways: number
  readonly items: ReadonlyArray<PriceMoved>
  readonly compared: number
  readonly is_whole: boolean
}

/** The body of `previewPriceListMove`. */
export interface PriceListMoveRequest {
  readonly parent?: string | null
  readonly archived?: boolean
  readonly effective_from?: string | null
  readonly brand_key?: string | null
}

/** A part of `PriceList`. */
export interface PriceListPlace {
  readonly effective_from: string
  readonly parent: string | null
  readonly archived: boolean
}

/** A part of `PriceListMove`. */
export interface PriceMoved {
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly price_type: string
  readonly variants: number
  readonly before: { readonly least_amount: number; readonly greatest_amount: number } | null
  readonly after: { readonly least_amount: number; readonly greatest_amount: number } | null
}

/** The answer of `getPricePolicy`, and more. */
export interface PricePolicy {
  readonly notice_days: number | null
  readonly max_increase_percent: number | null
  readonly max_decrease_percent: number | null
  readonly map_at_most_msrp: boolean
  readonly endings: ReadonlyArray<string> | null
  readonly blackouts: ReadonlyArray<Blackout>
  readonly price_types: ReadonlyArray<string> | null
  readonly enforcement: "warn" | "block"
}

/** A part of `PolicyHistory`. */
export interface PricePolicyChange {
  readonly revision: number
  readonly changed_at: string | null
  readonly changed_by: string | null
  readonly policy: PricePolicy
}

/** The body of `savePricePolicy`. */
export interface PricePolicyRequest {
  readonly notice_days?: number | null
  readonly max_increase_percent?: number | null
  readonly max_decrease_percent?: number | null
  readonly map_at_most_msrp?: boolean
  readonly endings?: ReadonlyArray<string> | null
  readonly blackouts?: ReadonlyArray<Blackout>
  readonly price_types?: ReadonlyArray<string> | null
  readonly enforcement?: "warn" | "block"
}

/** A part of `PriceAdjustment`. */
export interface PriceSelection {
  readonly all?: boolean
  readonly product_keys?: ReadonlyArray<string> | null
  readonly label_keys?: ReadonlyArray<string> | null
  readonly source?: string | null
  readonly colors?: ReadonlyArray<string> | null
  readonly price_list?: string | null
  readonly where?: "own" | "resolved"
}

/** The body of `previewPriceSheet`, and more. */
export interface PriceSheetFile {
  readonly sheets: ReadonlyArray<{
    readonly name: string
    readonly rows: ReadonlyArray<{ readonly row: number; readonly cells: ReadonlyArray<SheetCell> }>
  }>
  readonly is_1904?: boolean
}

/** The answer of `previewPriceSheet`, and more. */
export interface PriceSheetResult {
  readonly batch_key: string | null
  readonly brand_key: string
  readonly sheet: string
  readonly written_at: string | null
  readonly rows: {
    readonly total: number
    readonly unchanged: number
    readonly changed: number
    readonly refused: number
    readonly conflict: number
    readonly ignored: number
  }
  readonly items: ReadonlyArray<SheetRowResult>
  readonly notes: ReadonlyArray<string>
  readonly colorways: ReadonlyArray<SheetColorway>
  readonly total_colorways: number
  readonly created: number
  readonly returns: number
  readonly withdrawals: number
  readonly warnings: number
  readonly reason: "sheet_moved" | "empty" | "stale" | "collides" | "no_return" | "blocked" | null
  readonly problem: string | null
  readonly refused_colorways: ReadonlyArray<RefusedColorway>
  readonly total_refused: number
}

/** The answer of `variantTimeline`, and more. */
export interface PriceTimeline {
  readonly as_of: string
  readonly variant_keys: ReadonlyArray<string>
  readonly pairs: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list: string
    readonly segments: ReadonlyArray<{
      readonly from: string | null
      readonly until: string | null
      readonly record_key: string | null
      readonly from_list: string | null
      readonly amount: number | null
      readonly ends?: "fall_back" | "not_offered"
      readonly status: "active" | null
      readonly state: "past" | "in_force" | "scheduled"
      readonly batch_key: string | null
      readonly returns_from: string | null
      readonly ends_at: string | null
      readonly known_at: string | null
      readonly publication: number | null
    }>
    readonly drafts: ReadonlyArray<{
      readonly from: string
      readonly until: null
      readonly record_key: string
      readonly amount: number | null
      readonly ends?: "fall_back" | "not_offered"
      readonly status: "draft"
      readonly state: "draft"
      readonly batch_key: string | null
      readonly returns_from: string | null
      readonly ends_at: string | null
    }>
  }>
}

/** A part of `BlockedChange`, and more. */
export type PriceWarning =
  | {
      readonly kind: "notice_too_short"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly allowed_from: string
    }
  | {
      readonly kind: "backdated"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
    }
  | {
      readonly kind: "above_msrp"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly msrp: number
    }
  | {
      readonly kind: "large_change"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly percent: number | "Infinity" | "-Infinity" | "NaN" | null
    }
  | {
      readonly kind: "unlikely_amount"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
    }
  | {
      readonly kind: "ending"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
    }
  | {
      readonly kind: "blackout"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly reason: string
      readonly until: string
    }
  | {
      readonly kind: "unknown_price_type"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
    }
  | {
      readonly kind: "return_in_blackout"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly reason: string
      readonly until: string
    }
  | {
      readonly kind: "return_too_soon"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly allowed_from: string
    }
  | {
      readonly kind: "below_map"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly map: number
    }
  | {
      readonly kind: "below_map"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly map: number
      readonly msrp: number
      readonly bound: "effective_until"
    }
  | {
      readonly kind: "never_in_force"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly by_line: number
    }
  | {
      readonly kind: "never_in_force"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly record_key: string
    }
  | {
      readonly kind: "clock_change"
      readonly line: number | null
      readonly batch_line?: BatchLine
      readonly product_key?: string
      readonly color?: string
      readonly variant_keys: ReadonlyArray<string>
      readonly message: string
      readonly resolved_at: string
      readonly bound?: "effective_until"
    }

/** The answer of `getProduct`. */
export interface ProductDetails {
  readonly product_key: string
  readonly brand: Brand
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly updated_at: string
  readonly attributes: Readonly<
    Record<
      string,
      | string
      | number
      | boolean
      | null
      | Readonly<Record<string, string>>
      | ReadonlyArray<string | number | boolean | null | Readonly<Record<string, string>>>
      | Readonly<
          Record<
            string,
            | string
            | number
            | boolean
            | null
            | Readonly<Record<string, string>>
            | ReadonlyArray<string | number | boolean | null | Readonly<Record<string, string>>>
          >
        >
    >
  >
  readonly variant_count: number
  readonly version_count: number
  readonly versions: ReadonlyArray<VersionSummary>
  readonly colorways: ReadonlyArray<ListedColorway>
  readonly total: number
  readonly total_is_exact: boolean
}

/** The answer of `listProducts`. */
export interface ProductList {
  readonly items: ReadonlyArray<ListedProduct>
  readonly total: number
  readonly total_is_exact: boolean
}

/** The answer of `publishPriceBatch`, and more. */
export interface Publication {
  readonly number: number
  readonly batch_key: string
  readonly published_at: string
  readonly published_by: string
  readonly records: number
  readonly sha256: string
}

/** The answer of `listPublications`. */
export interface PublicationPage {
  readonly items: ReadonlyArray<Publication>
}

/** The body of `publishPriceBatch`. */
export interface PublishRequest {
  readonly on_moved?: "refuse" | "accept"
  readonly allow_backdated?: boolean
}

/** A part of `PriceChangeConflict`. */
export interface PublishedBatch {
  readonly detail: string
  readonly reason: "published"
}

/** The answer of `readyz`, and more. */
export interface Readiness {
  readonly status: "ok" | "degraded" | "unavailable"
  readonly checks: Readonly<Record<string, string>>
}

/** A part of `BlockedChange`, and more. */
export interface RefusedColorway {
  readonly product_key: string
  readonly color: string
  readonly reason: "stale" | "collides" | "no_return" | "blocked"
}

/** The answer of `addRecordsByVariants`. */
export interface RepublishFill {
  readonly batch_key: string
  readonly requested: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly missing: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string | null
    readonly reason: "no_active_price" | "only_future_price" | "unknown_variant"
  }>
  readonly missing_counts?: {
    readonly no_active_price: number
    readonly only_future_price: number
    readonly unknown_variant: number
  }
}

/** A part of `ResolvedPrices`. */
export interface ResolvedPrice {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: number
  readonly from_list: string | null
  readonly record_key: string | null
  readonly since: string
  readonly passed_over?: ReadonlyArray<PassedOver>
}

/** The answer of `resolvePrices`. */
export interface ResolvedPrices {
  readonly at: string
  readonly price_list: string
  readonly currency: string | null
  readonly lists: ReadonlyArray<ListLookedIn>
  readonly items: ReadonlyArray<ResolvedPrice>
  readonly without_price?: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly passed_over: ReadonlyArray<PassedOver>
  }>
}

/** The body of `resolvePrices`. */
export interface ResolvedPricesRequest {
  readonly price_list?: string
  readonly variant_keys: ReadonlyArray<string>
  readonly at?: string | null
  readonly known_at?: string | null
  readonly show_passed_over?: boolean
}

/** The answer of `revertPriceBatch`. */
export interface RevertResult {
  readonly batch_key: string
  readonly reverts: string
  readonly records: number
  readonly outcomes: {
    readonly withdrawn: number
    readonly returned: number
    readonly unchanged: number
    readonly superseded: number
    readonly no_earlier_price: number
    readonly set_again: number
    readonly already_withdrawn: number
  }
  readonly left: ReadonlyArray<{
    readonly record_key: string
    readonly variant_key: string
    readonly price_type: string
    readonly price_list: string
    readonly outcome:
      | "withdrawn"
      | "returned"
      | "unchanged"
      | "superseded"
      | "no_earlier_price"
      | "set_again"
      | "already_withdrawn"
  }>
}

/** A part of `ReviewedColorway`. */
export interface ReviewLine {
  readonly price_type: string
  readonly price_list: string
  readonly change: "new" | "increase" | "decrease" | "withdrawn" | "ended" | "not_offered"
  readonly previous: number | null
  readonly amount: number | null
  readonly shown: { readonly amount: number; readonly price_list: string } | null
  readonly effective_from: string
  readonly effective_until: string | null
  readonly next_amount: number | null
  readonly variants: number
}

/** A part of `BatchReview`. */
export interface ReviewedColorway {
  readonly product_key: string
  readonly color: string
  readonly brand_key: string | null
  readonly time_zone: string
  readonly lines: ReadonlyArray<ReviewLine>
  readonly warnings: ReadonlyArray<PriceWarning>
}

/** A part of `PriceAdjustment`. */
export interface Rounding {
  readonly to?: number | null
  readonly mode?: "half_up" | "up" | "down"
  readonly ending?: string | null
}

/** The answer with status 503. */
export interface ServiceUnavailable {
  readonly detail: string
}

/** A part of `PriceSheetFile`. */
export interface SheetCell {
  readonly column: number
  readonly kind: "text" | "number" | "boolean" | "error" | "no_value"
  readonly text: string
  readonly formula?: boolean
  readonly shown_as?: "date" | "percent"
  readonly currency?: string
}

/** A part of `PriceSheetResult`. */
export interface SheetColorway {
  readonly product_key: string
  readonly color: string
  readonly created: number
  readonly skipped_unchanged: number
  readonly returns: number
  readonly withdrawals: number
  readonly collisions: ReadonlyArray<ChangeCollision>
  readonly no_return: ReadonlyArray<NoReturn>
  readonly warnings: ReadonlyArray<PriceWarning>
  readonly moved_returns: ReadonlyArray<{
    readonly variant_key: string
    readonly price_type: string
    readonly price_list?: string
    readonly record_key: string
    readonly returns_from: string
    readonly effective_from: string
    readonly was: number | null
    readonly becomes: number | null
  }>
  readonly basis: string
  readonly lines: ReadonlyArray<{
    readonly price_type: string
    readonly price_list: string
    readonly amount: number | null
    readonly ends?: "fall_back" | "not_offered"
    readonly effective_from: string
    readonly effective_until: string | null
    readonly variants: number
  }>
}

/** A part of `SheetRowResult`. */
export interface SheetEdit {
  readonly price_type: string
  readonly price_list: string
  readonly cell: string
  readonly amount: number | null
  readonly ends?: "fall_back" | "not_offered"
  readonly effective_from: string
  readonly effective_until: string | null
  readonly from_formula: boolean
  readonly was: number | null
  readonly is: number | null
  readonly previous: number | null
  readonly status: "add" | "changed" | "unchanged" | null
}

/** A part of `ChangeSheetRequest`. */
export interface SheetFileOptions {
  readonly csv_delimiter?: "," | ";" | "\t" | "|" | null
  readonly csv_decimal?: "." | "," | null
  readonly csv_bom?: boolean | null
  readonly csv_formula_guard?: boolean | null
  readonly list_separator?: string | null
  readonly gzip?: boolean | null
  readonly file_name?: string | null
  readonly about_sheet?: boolean | null
  readonly headings?: "names" | "keys" | null
  readonly paper?: "a4" | "letter" | null
}

/** A part of `PriceSheetResult`. */
export interface SheetRowResult {
  readonly row: number
  readonly outcome: "unchanged" | "changed" | "refused" | "conflict" | "ignored"
  readonly variant_key: string | null
  readonly cell: string | null
  readonly why: string | null
  readonly edits: ReadonlyArray<SheetEdit>
}

/** A part of `ColorwayPrices`. */
export interface SizePrices {
  readonly variant_key: string
  readonly size: string
  readonly width: string
  readonly prices: ReadonlyArray<{
    readonly price_type: string
    readonly amount: number | null
    readonly from_list: string | null
    readonly change: { readonly at: string; readonly amount: number | null } | null
  }>
}

/** A part of `PriceChangeConflict`. */
export interface StaleChange {
  readonly detail: string
  readonly reason: "stale"
  readonly colorways: ReadonlyArray<RefusedColorway>
  readonly stale: ReadonlyArray<StaleColorway>
  readonly moved: ReadonlyArray<MovedPair>
}

/** A part of `StaleChange`. */
export interface StaleColorway {
  readonly product_key: string
  readonly color: string
  readonly basis: string
}

/** A part of `PriceListConflict`. */
export interface TooManyLists {
  readonly detail: string
  readonly reason: "too_many"
  readonly most: number
}

/** A part of `PriceListConflict`. */
export interface TooManyPlaces {
  readonly detail: string
  readonly reason: "too_many_to_come" | "too_many_places"
  readonly most: number
}

/** The answer with status 429. */
export interface TooManyRequests {
  readonly detail: string
}

/** The answer with status 401. */
export interface Unauthorized {
  readonly detail: string
}

/** A part of `PriceChangeConflict`. */
export interface UnsuitableBatch {
  readonly detail: string
  readonly reason: "unsuitable"
}

/** The answer of `listUpcomingPrices`. */
export interface UpcomingPage {
  readonly as_of: string
  readonly items: ReadonlyArray<UpcomingPrices>
}

/** A part of `UpcomingPage`. */
export interface UpcomingPrices {
  readonly at: string
  readonly batch_key: string | null
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly variants: number
  readonly price_types: ReadonlyArray<string>
  readonly price_list: string
  readonly counts: {
    readonly new: number
    readonly increase: number
    readonly decrease: number
    readonly withdrawn: number
  }
  readonly amounts: ReadonlyArray<{
    readonly price_type: string
    readonly before: { readonly least_amount: number; readonly greatest_amount: number } | null
    readonly after: { readonly least_amount: number; readonly greatest_amount: number } | null
  }>
}

/** A part of `HTTPValidationError`. */
export interface ValidationError {
  readonly type: string
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** A part of `VariantSearch`. */
export interface Variant {
  readonly variant_key: string
  readonly product_key: string
  readonly name: string
  readonly color: string
  readonly size: string
  readonly width: string
  readonly vendor_color_code: string
  readonly attributes: Readonly<
    Record<
      string,
      | string
      | number
      | boolean
      | null
      | Readonly<Record<string, string>>
      | ReadonlyArray<string | number | boolean | null | Readonly<Record<string, string>>>
      | Readonly<
          Record<
            string,
            | string
            | number
            | boolean
            | null
            | Readonly<Record<string, string>>
            | ReadonlyArray<string | number | boolean | null | Readonly<Record<string, string>>>
          >
        >
    >
  >
}

/** The answer of `searchVariants`. */
export interface VariantSearch {
  readonly items: ReadonlyArray<Variant>
  readonly total: number
}

/** A part of `ProductDetails`. */
export interface VersionSummary {
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly updated_at: string
}

/** The answer of `withdrawDraft`. */
export interface WithdrawnDraft {
  readonly record_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly amount: number | null
  readonly ends?: "fall_back" | "not_offered"
  readonly effective_from: string
  readonly withdrawn_at: string
  readonly withdrawn_by: string
}

/** What each operation takes and gives. */
export interface Operations {
  /** Previews what a price change does to a colorway: each line against the price in force of every variant, and the future records that a new batch would collide with. `price_list` is the list of lines that name none, and of a preview without lines. With `show_lists` each line says which price lists below its own would show it (`shown_in`), and which would not, for a price of their own (`overridden_in`). At most 100 lines of a colorway (`preview_lines`, unless the operator has set another), else 422 `limit_exceeded`. At most 10,000 pairs of a line and a variant, or of a line and a future record of its price type (`preview_pairs`, unless the operator has set another), else 422 `limit_exceeded`. At most 20,000 price records in force or to come of the colorway (`preview_records`, unless the operator has set another), else 422 `limit_exceeded`. At most 2,000,000 characters of warnings (`preview_warnings`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly previewColorway: {
    readonly input: {
      readonly brand_key: string
      readonly price_list?: string
      readonly as_of?: string
      readonly show_lists?: boolean
    } & ColorwayPrefillRequest
    readonly output: ColorwayPreview
  }
  /** What a variant costs over time: for each price type consecutive segments, each from where the one before ends, with the drafts beside them. At most 10,000 variants, or price records of the variants (`timeline_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly variantTimeline: {
    readonly input: {
      readonly variant_key: string
      readonly price_type?: string
      readonly price_list?: string
      readonly from?: string
      readonly until?: string
      readonly known_at?: string
    }
    readonly output: PriceTimeline
  }
  /** What the variants of a product, or those of one color, cost over time. At most 10,000 variants, or price records of the variants (`timeline_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly productTimeline: {
    readonly input: {
      readonly product_key: string
      readonly color?: string
      readonly price_type?: string
      readonly price_list?: string
      readonly from?: string
      readonly until?: string
      readonly known_at?: string
    }
    readonly output: PriceTimeline
  }
  /** Why a price is in force at a moment, now by default: every record in the order in which the rule looks at them. At most 10,000 variants, or price records of the variants (`timeline_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly explainVariantPrice: {
    readonly input: {
      readonly variant_key: string
      readonly price_type: string
      readonly price_list?: string
      readonly at?: string
      readonly known_at?: string
    }
    readonly output: PriceExplanation
  }
  /** What a price list shows of some variants at a moment, now by default: its own prices in force, else those of the first list above it that has one. A read: keys stand in the body since a thousand of them fit in no address. At most 10,000 variants, or price records of the variants (`timeline_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly resolvePrices: {
    readonly input: ResolvedPricesRequest
    readonly output: ResolvedPrices
  }
  /** What a price list shows of colorways now: a row a colorway, with the lowest and highest price in force of each price type and the next change; narrowed by product, color, keys and by what prices are, sorted by any column. The header Link leads to the next page. At most 200,000 variants whose prices are looked through (`table_variants`, unless the operator has set another), else 422 `limit_exceeded`. At most 20,000 price records in force or to come of a page's variants (`table_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly listColorwayPrices: {
    readonly input: {
      readonly price_list?: string
      readonly search?: string
      readonly brand_key?: string
      readonly product_key?: string
      readonly label?: string
      readonly source?: string
      readonly color?: string
      readonly sku?: string
      readonly price_type?: string
      readonly below_map?: boolean
      readonly without_price?: boolean
      readonly sort?: "product" | "color" | "amount" | "change"
      readonly descending?: boolean
      readonly limit?: number
      readonly after?: string
      readonly changes_within?: number
      readonly sizes?: boolean
    }
    readonly output: ColorwayPricesPage
  }
  /** What goes live next: each instant, batch and colorway in which prices change, with how many and how; from now on unless `from` tells another instant. Days and local times are those of the brand; without `brand_key` an instant has an offset. A page may be short: the header Link leads on to the next as long as there is one. At most 10,000 price records that begin or end in a page's rows (`upcoming_records`, unless the operator has set another), else 422 `limit_exceeded`. May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now. Needs `price:read`. */
  readonly listUpcomingPrices: {
    readonly input: {
      readonly from?: string
      readonly until?: string
      readonly brand_key?: string
      readonly price_list?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly output: UpcomingPage
  }
  /** The guard rails of a brand's prices; `ETag` names them for `If-Match`. Needs `price:read`. */
  readonly getPricePolicy: {
    readonly input: { readonly brand_key: string }
    readonly output: PricePolicy
  }
  /** Gives a brand its guard rails, all of them anew; what is left out is none of that kind. At most 100,000 characters in the texts of a policy (`policy_texts`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly savePricePolicy: {
    readonly input: { readonly brand_key: string } & PricePolicyRequest
    readonly output: PricePolicy
  }
  /** The policies that a brand was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page. Needs `price:read`. */
  readonly listPolicyChanges: {
    readonly input: { readonly brand_key: string; readonly limit?: number; readonly after?: number }
    readonly output: PolicyHistory
  }
  /** Fills a republish batch with the latest active prices of the variants. Of more than 10,000 pairs that could not be resolved `missing` lists the first, and `missing_counts` counts all by reason. At most 300,000 pairs of a variant and a price type (`fill_pairs`, unless the operator has set another), else 422 `limit_exceeded`. At most 1,000 price types (`fill_types`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly addRecordsByVariants: {
    readonly input: { readonly batch_key: string } & AddRecordsByVariantsRequest
    readonly output: RepublishFill
  }
  /** Writes drafts into an open batch, or a new one, where a line changes the price that would be in force at its own instant: everything or nothing. `effective_until` makes a price temporary. Generating the same again changes nothing; what a batch is asked for in turns it holds as if it had been asked for all of it at once, and a line takes the place of one that began at its instant. An open batch that it `replaces` is discarded with the same write, and stays whole where that is refused. A dry run (`dry_run`) writes nothing and gives the same answer, whose `problem` and `refused_colorways` say what the change would be refused for. A 409 lists what has moved, collides, has nothing to return to, or is blocked by the policy. Of each colorway it takes as much as its preview may have (`preview_lines`, `preview_pairs`, `preview_records`, `preview_warnings`); a price type has at most 500 bytes, an amount 100 digits. An organization has at most 10,000 open batches at once (`MAX_OPEN_BATCHES`, unless the operator has set another), else a new one is a 429. At most 100,000 lines (`change_lines`, unless the operator has set another), else 422 `limit_exceeded`. At most 300,000 pairs of a line and a variant (`change_pairs`, unless the operator has set another), else 422 `limit_exceeded`. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly generatePriceChange: {
    readonly input: { readonly brand_key: string } & PriceChangeRequest
    readonly output: PriceChangeResult
  }
  /** Adjusts the prices that are in force at `effective_from` of all variants that are selected, by a percent, by an amount, or to one price, in decimals and rounded on request, into an open batch or a new one, also in the place of one that it `replaces`: everything or nothing. A dry run (`dry_run`, or `preview=true`) writes nothing, and its `problem` and `refused_colorways` say what the change would be refused for; `leave_out` leaves colorways out of what is selected. The answer has the totals and a hundred colorways; the header Link leads to more, for the same body, and writes nothing. An organization has at most 10,000 open batches at once (`MAX_OPEN_BATCHES`, unless the operator has set another), else a new one is a 429. At most 100,000 lines (`change_lines`, unless the operator has set another), else 422 `limit_exceeded`. At most 100,000 variants (`adjust_variants`, unless the operator has set another), else 422 `limit_exceeded`. At most 300,000 pairs of a line and a variant (`change_pairs`, unless the operator has set another), else 422 `limit_exceeded`. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly adjustPrices: {
    readonly input: {
      readonly brand_key: string
      readonly preview?: boolean
      readonly written?: string
      readonly after?: string
    } & PriceAdjustment
    readonly output: PriceAdjustmentResult
  }
  /** Queues the price sheet of a brand, as a background job as every export: a row for each variant with its prices of now in the price list `base` and room for new ones, which the two endpoints below take back. An organization has at most 100 exports queued or running at once (`MAX_OPEN_EXPORTS`, unless the operator has set another), else 429. At most 100,000 product keys, labels and sources (`export_keys`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly exportPriceSheet: {
    readonly input: ExportPriceSheetRequest
    readonly output: ExportQueued
  }
  /** What generating a price sheet would write, row by row: each is unchanged, changed, refused (with its cell and why), in conflict (its price is another than when the sheet was written) or ignored, and all that change are judged together. The body is the sheet as a file, xlsx or csv of at most 20 MiB, or its rows as JSON; what it does not say itself stands in the address. Nothing is written; `problem` and `refused_colorways` say what the change would be refused for. At most 200,000 rows of a price sheet (`sheet_rows`, unless the operator has set another), else 422 `limit_exceeded`. At most 100,000 lines (`change_lines`, unless the operator has set another), else 422 `limit_exceeded`. At most 300,000 pairs of a line and a variant (`change_pairs`, unless the operator has set another), else 422 `limit_exceeded`. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly previewPriceSheet: {
    readonly input: {
      readonly brand_key?: string
      readonly price_list?: string
      readonly effective_from?: string
      readonly key_column?: string
      readonly decimal_mark?: "." | ","
      readonly on_conflict?: "leave_out" | "overwrite" | "refuse"
      readonly batch_key?: string
      readonly name?: string
      readonly on_no_return?: "refuse" | "skip" | "end"
      readonly same_instant?: "reject" | "withdraw" | "keep"
      readonly overridden_later?: "keep" | "withdraw" | "reject"
      readonly leapfrogged?: "keep" | "withdraw" | "reject"
    } & (PriceSheetFile | { readonly file: Blob })
    readonly output: PriceSheetResult
  }
  /** Writes what is changed in a price sheet into an open batch, or a new one, as one price change. Rows that are refused are left out, and so are conflicts, unless `on_conflict` is `overwrite`, or `refuse`, which refuses all of it. The body is the sheet as a file, xlsx or csv of at most 20 MiB, or its rows as JSON; what it does not say itself stands in the address. An organization has at most 10,000 open batches at once (`MAX_OPEN_BATCHES`, unless the operator has set another), else a new one is a 429. At most 200,000 rows of a price sheet (`sheet_rows`, unless the operator has set another), else 422 `limit_exceeded`. At most 100,000 lines (`change_lines`, unless the operator has set another), else 422 `limit_exceeded`. At most 300,000 pairs of a line and a variant (`change_pairs`, unless the operator has set another), else 422 `limit_exceeded`. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly generatePriceSheet: {
    readonly input: {
      readonly brand_key?: string
      readonly price_list?: string
      readonly effective_from?: string
      readonly key_column?: string
      readonly decimal_mark?: "." | ","
      readonly on_conflict?: "leave_out" | "overwrite" | "refuse"
      readonly batch_key?: string
      readonly name?: string
      readonly on_no_return?: "refuse" | "skip" | "end"
      readonly same_instant?: "reject" | "withdraw" | "keep"
      readonly overridden_later?: "keep" | "withdraw" | "reject"
      readonly leapfrogged?: "keep" | "withdraw" | "reject"
    } & (PriceSheetFile | { readonly file: Blob })
    readonly output: PriceSheetResult
  }
  /** Makes an open batch; without a key it gets a readable one. An organization has at most 10,000 open batches at once (`MAX_OPEN_BATCHES`, unless the operator has set another), else a new one is a 429. Needs `price:write`. */
  readonly createPriceBatch: {
    readonly input: NewPriceBatch
    readonly output: PriceBatch
  }
  /** Lists batches, the newest first; `search` finds words of key, name and SKUs, `reverts` what takes a batch back. The header Link leads to the next page. Needs `batch:read`. */
  readonly listPriceBatches: {
    readonly input: {
      readonly status?: "open" | "published" | "discarded"
      readonly kind?: "price_change" | "republish"
      readonly brand_key?: string
      readonly reverts?: string
      readonly search?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly output: PriceBatchList
  }
  /** A batch as it stands. Needs `batch:read`. */
  readonly getPriceBatch: {
    readonly input: { readonly batch_key: string }
    readonly output: PriceBatch
  }
  /** Ends an open batch and withdraws its drafts. Needs `price:write`. */
  readonly discardPriceBatch: {
    readonly input: { readonly batch_key: string }
    readonly output: PriceBatch
  }
  /** What a batch changes when: for each instant and price type how many prices it sets and withdraws, and the least and the greatest amount, added up from all that it holds. By instant, then price type; the header Link leads to the next page. Needs `batch:read`. */
  readonly listBatchMoments: {
    readonly input: { readonly batch_key: string; readonly limit?: number; readonly after?: string }
    readonly output: BatchMomentList
  }
  /** What publishing an open batch would do now, or what a published one did then: of each colorway what prices were, become, and until when, as the rows of the change sheet, and of an open price change what of the brand's policy it breaks. A hundred colorways, of an open price change by brand, product and color, else by product and color; the header Link leads to more. A republish batch changes no price; a discarded batch is a 409. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `batch:read`. */
  readonly reviewPriceBatch: {
    readonly input: { readonly batch_key: string; readonly after?: string }
    readonly output: BatchReview
  }
  /** Takes colorways, lines or pairs of a variant and price type out of an open batch: its drafts of them are withdrawn, and what it was to withdraw of them stays. A line goes with its return; what the lines that are left then change is written anew. `not_found` names what the batch holds nothing of. At most 100,000 lines (`change_lines`, unless the operator has set another), else 422 `limit_exceeded`. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly removeBatchChanges: {
    readonly input: { readonly batch_key: string } & BatchRemoval
    readonly output: BatchRemovalResult
  }
  /** Withdraws a draft that belongs to no batch, as imports write them; one that is withdrawn stays so. A 409 names the batch that has the record, or says that it is active. Needs `price:write`. */
  readonly withdrawDraft: {
    readonly input: { readonly record_key: string }
    readonly output: WithdrawnDraft
  }
  /** Writes what is to be said of a batch, of a published one too, in the place of what was; an empty text says nothing. Needs `price:write`. */
  readonly notePriceBatch: {
    readonly input: { readonly batch_key: string } & BatchNoteRequest
    readonly output: PriceBatch
  }
  /** Makes all drafts of a batch active and applies its withdrawals, at one moment, under the next publication number. Publishing again answers the same. A 409 lists what has moved since the batch was written, or what the policy blocks. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `batch:publish`. */
  readonly publishPriceBatch: {
    readonly input: { readonly batch_key: string } & PublishRequest
    readonly output: Publication
  }
  /** Makes an open batch that takes a published one back, judged now; publish it to do so. Every record of the batch has one outcome. An organization has at most 10,000 open batches at once (`MAX_OPEN_BATCHES`, unless the operator has set another), else a new one is a 429. At most 1,000,000 price records of the variants (`change_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `batch:publish`. */
  readonly revertPriceBatch: {
    readonly input: { readonly batch_key: string }
    readonly output: RevertResult
  }
  /** Queues the change sheet of a batch, the file that goes to dealers, as a background job as every export: for each price that changes the previous and the new amount, difference and percent, from when and until when. Its rows are the difference between what is in force with the batch and without it, of an open batch as if it were published now; the previous amount is what holds just before, the batch's own rows counted. A discarded batch has none: 409. `file_options.headings`: `names` for people, the default, or `keys`; `file_options.paper`: `a4`, the default, or `letter`. An organization has at most 100 exports queued or running at once (`MAX_OPEN_EXPORTS`, unless the operator has set another), else 429. Needs `batch:read`. */
  readonly exportPriceBatch: {
    readonly input: { readonly batch_key: string } & ChangeSheetRequest
    readonly output: ExportQueued
  }
  /** Publications after a number, in order, each once: ask again with the last number that you have seen. Needs `batch:read`. */
  readonly listPublications: {
    readonly input: { readonly after?: number; readonly limit?: number }
    readonly output: PublicationPage
  }
  /** Lists price lists by key, as they stand now. Each word of `search` is a part of key or name, without accents or case. The header Link leads to the next page. Needs `price:read`. */
  readonly listPriceLists: {
    readonly input: { readonly search?: string; readonly limit?: number; readonly after?: string }
    readonly output: PriceListList
  }
  /** Makes a price list in one currency of ISO 4217. Where it has no price of its own it shows that of its `parent`, which has the same currency; at most eight lists stand one above another. A list is archived, never deleted. Needs `price:write`. */
  readonly createPriceList: {
    readonly input: NewPriceList
    readonly output: PriceList
  }
  /** A price list as it stands now, with where it will stand; `ETag` names it for `If-Match`. Needs `price:read`. */
  readonly getPriceList: {
    readonly input: { readonly price_list: string }
    readonly output: PriceList
  }
  /** Changes a price list; what is left out stays. Another `parent`, or `archived`, holds from `effective_from` on, now where it is left out: saying again what held, from the same instant on, takes it back. What is scheduled for later follows, up to what changes the same member itself. The currency of `base` is said once. Needs `price:write`. */
  readonly updatePriceList: {
    readonly input: { readonly price_list: string } & PriceListChange
    readonly output: PriceList
  }
  /** Says of how many variants a list would show another price, and which, where it stands below another `parent` or is `archived` from `effective_from` on: scheduled prices too, with what they are when they first differ. Lists below show it too (`shown_in`), or not, for a price of their own then (`overridden_in`). Nothing is written. At most 50,000 variants compared (`move_variants`, unless the operator has set another), else `is_whole` is false: name a brand; ten times as many in lists below. At most 20,000 price records in force or to come of a page's variants (`table_records`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:read`. */
  readonly previewPriceListMove: {
    readonly input: { readonly price_list: string } & PriceListMoveRequest
    readonly output: PriceListMove
  }
  /** The guard rails that a list has of its own: each goes before the one of the brand. `ETag` names them for `If-Match`. Needs `price:read`. */
  readonly getPriceListPolicy: {
    readonly input: { readonly price_list: string }
    readonly output: ListPolicy
  }
  /** Gives a list guard rails of its own, all of them anew: what is left out is the brand's, null is none of that kind. At most 100,000 characters in the texts of a policy (`policy_texts`, unless the operator has set another), else 422 `limit_exceeded`. Needs `price:write`. */
  readonly savePriceListPolicy: {
    readonly input: { readonly price_list: string } & ListPolicy
    readonly output: ListPolicy
  }
  /** The policies that a list was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page. Needs `price:read`. */
  readonly listPriceListPolicyChanges: {
    readonly input: { readonly price_list: string; readonly limit?: number; readonly after?: number }
    readonly output: ListPolicyHistory
  }
  /** Queues an export as a background job; poll the job, then ask for its download link. An empty `product_keys` takes every product that passes the filters. Columns that show prices need `price:read` too, else 403, which names them. An organization has at most 100 queued or running at once (`MAX_OPEN_EXPORTS`, unless the operator has set another), else 429. At most 100,000 product keys, labels and sources (`export_keys`, unless the operator has set another), else 422 `limit_exceeded`. At most 16,384 columns (`export_columns`, unless the operator has set another), else 422 `limit_exceeded`. Needs `product:read`. */
  readonly queueExport: {
    readonly input: ExportRequest
    readonly output: ExportQueued
  }
  /** Tells how many rows and columns an export would have, about how large its file would be, and what may surprise: limits of Excel, empty columns, unknown keys. Queues nothing. Columns that show prices need `price:read` too, else 403, which names them. At most 100,000 product keys, labels and sources (`export_keys`, unless the operator has set another), else 422 `limit_exceeded`. At most 16,384 columns (`export_columns`, unless the operator has set another), else 422 `limit_exceeded`. May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now. Needs `product:read`. */
  readonly preflightExport: {
    readonly input: ExportRequest
    readonly output: ExportPreflight
  }
  /** Lists what the columns of an export may read: the fields every catalog has, and the organization's attributes with their type, label and how many products have them. At most 20,000 attributes and sub-fields of the catalog (`export_fields`, unless the operator has set another), else 422 `limit_exceeded`. May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now. Needs `product:read`. */
  readonly listExportFields: {
    readonly input: Record<never, never>
    readonly output: ExportFields
  }
  /** Marks a crawled URL as selected for import or not. Needs `job:create`. */
  readonly selectCrawlDiscovery: {
    readonly input: { readonly job_id: string; readonly discovery_id: string } & DiscoverySelectionUpdate
    readonly output: CrawlDiscovery
  }
  /** Finds variants of a product by a part of their key, name, color, size, width or vendor color code. At most 1,000 characters of a text to search for (`search_text`, unless the operator has set another), else 422 `limit_exceeded`. May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now. Needs `variant:read`. */
  readonly searchVariants: {
    readonly input: { readonly product_key: string; readonly text: string; readonly limit?: number }
    readonly output: VariantSearch
  }
  /** Mints a link to the file of a completed export. A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found. Needs `product:read`. */
  readonly downloadLink: {
    readonly input: { readonly job_id: string }
    readonly output: DownloadLink
  }
  /** Lists the crawl jobs that found something, by id, with how many URLs each found and how many of them are selected; of more than 10,000 the first are counted. The header Link leads to the next page. Needs `job:create`. */
  readonly listCrawlJobs: {
    readonly input: { readonly limit?: number; readonly after?: string }
    readonly output: CrawlJobList
  }
  /** Lists the URLs that a crawl job found, by id. `already_in_catalog` is the key of the product one of whose attributes is that URL; null, too, to callers without `product:read`. Each word of `search` is a part of URL or title, without accents or case. The header Link leads to the next page. Needs `job:create`. */
  readonly listCrawlDiscoveries: {
    readonly input: {
      readonly job_id: string
      readonly selected?: boolean
      readonly search?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly output: DiscoveryList
  }
  /** Marks many crawled URLs as selected for import or not, all at one moment; each id has its outcome. A URL that was deselected is not selected when a later crawl finds it. At most 10,000 discoveries to select (`discovery_ids`, unless the operator has set another), else 422 `limit_exceeded`. Needs `job:create`. */
  readonly selectCrawlDiscoveries: {
    readonly input: { readonly job_id: string } & DiscoverySelection
    readonly output: DiscoverySelectionResult
  }
  /** Lists brands by key. Each word of `search` is a part of key or name, without accents or case. The header Link leads to the next page. May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now. Needs `product:read`. */
  readonly listBrands: {
    readonly input: { readonly search?: string; readonly limit?: number; readonly after?: string }
    readonly output: BrandList
  }
  /** Lists products by key, each with its latest version, which `label` and `source` are exactly those of. Each word of `search` is a part of its key, its name, or the key of a variant, without accents or case: the exact key comes first, then keys that begin so. The header Link leads to the next page. May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now. Needs `product:read`. */
  readonly listProducts: {
    readonly input: {
      readonly search?: string
      readonly brand_key?: string
      readonly label?: string
      readonly source?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly output: ProductList
  }
  /** A product with its newest 100 versions and its colorways by color, each with its variants by key; `limit` counts colorways. A page has at most 1,000 variants: a colorway may go on on the next page, which the header Link leads to. Needs `product:read`. */
  readonly getProduct: {
    readonly input: {
      readonly product_key: string
      readonly color?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly output: ProductDetails
  }
  /** Lists a batch's records by variant key, price type and record key. The header Link leads to the next page, and to every record once even while others are added. At most 1,000,000 records to pass over (`record_offset`, unless the operator has set another), else 422 `limit_exceeded`. Needs `batch:read`. */
  readonly listBatchRecords: {
    readonly input: {
      readonly batch_key: string
      readonly offset?: number
      readonly limit?: number
      readonly search?: string
      readonly sort?: string
      readonly price_list?: string
    }
    readonly output: BatchRecordPage
  }
  /** Lists exports, the newest first; with `mine=true` the caller's own. The position in the queue is shown of one job alone. Jobs whose files show prices are listed with `price:read` too, change sheets with `batch:read`. The header Link leads to the next page. Needs `product:read`. */
  readonly listJobs: {
    readonly input: {
      readonly type?: "EXPORT"
      readonly status?: "queued" | "running" | "completed" | "failed" | "cancelled" | "expired"
      readonly mine?: boolean
      readonly limit?: number
      readonly after?: string
    }
    readonly output: JobList
  }
  /** How an export stands. A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found. Needs `product:read`. */
  readonly getJob: {
    readonly input: { readonly job_id: string }
    readonly output: Job
  }
  /** Stops an export; one that has ended stays as it is. A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found. Needs `product:read`. */
  readonly cancelJob: {
    readonly input: { readonly job_id: string }
    readonly output: Job
  }
  /** Queues a failed export again, with what it was asked for, as long as that is kept (else 410); any other stays as it is. A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found. An organization has at most 100 exports queued or running at once (`MAX_OPEN_EXPORTS`, unless the operator has set another), else 429. Needs `product:read`. */
  readonly retryJob: {
    readonly input: { readonly job_id: string }
    readonly output: Job
  }
  /** An export's progress as server-sent events, each the whole job, ending with its end; `Last-Event-ID` resumes after the one seen last. A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found. A caller follows at most 30 at once (`MAX_EVENT_STREAMS`, unless the operator has set another), else 429. Needs `product:read`. */
  readonly watchJob: {
    readonly input: { readonly job_id: string }
    readonly output: Job
  }
  /** Who calls, in which organization, and what they may do. Needs no permission. */
  readonly getCaller: {
    readonly input: Record<never, never>
    readonly output: Caller
  }
  /** The process answers. */
  readonly healthz: {
    readonly input: Record<never, never>
    readonly output: Health
  }
  /** Database and storage answer; `degraded` where requests are served in part. */
  readonly readyz: {
    readonly input: Record<never, never>
    readonly output: Readiness
  }
}

/** Where an operation is, and where it has the members of its input. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly query?: ReadonlyArray<string>
  /** Whether members that stand neither in path nor in query are its body. */
  readonly hasBody?: boolean
  /** Whether its body may be a file. */
  readonly takesFile?: boolean
  /** Whether it answers with a page of a list. */
  readonly isList?: boolean
  /** Members by their names over HTTP, where those are others. */
  readonly names?: Readonly<Record<string, string>>
}

/** Where each operation is. */
export const operations = {
  previewColorway: {
    method: "POST",
    path: "/api/pricing/map-policy/{brand_key}/colorway-prefill",
    query: ["price_list", "as_of", "show_lists"],
    hasBody: true,
  },
  variantTimeline: {
    method: "GET",
    path: "/api/pricing/variants/{variant_key}/timeline",
    query: ["price_type", "price_list", "from", "until", "known_at"],
  },
  productTimeline: {
    method: "GET",
    path: "/api/pricing/products/{product_key}/timeline",
    query: ["color", "price_type", "price_list", "from", "until", "known_at"],
  },
  explainVariantPrice: {
    method: "GET",
    path: "/api/pricing/variants/{variant_key}/explain",
    query: ["price_type", "price_list", "at", "known_at"],
  },
  resolvePrices: { method: "POST", path: "/api/pricing/prices", hasBody: true },
  listColorwayPrices: {
    method: "GET",
    path: "/api/pricing/prices",
    query: [
      "price_list",
      "search",
      "brand_key",
      "product_key",
      "label",
      "source",
      "color",
      "sku",
      "price_type",
      "below_map",
      "without_price",
      "sort",
      "descending",
      "limit",
      "after",
      "changes_within",
      "sizes",
    ],
    isList: true,
  },
  listUpcomingPrices: {
    method: "GET",
    path: "/api/pricing/upcoming",
    query: ["from", "until", "brand_key", "price_list", "limit", "after"],
    isList: true,
  },
  getPricePolicy: { method: "GET", path: "/api/pricing/map-policy/{brand_key}" },
  savePricePolicy: { method: "PUT", path: "/api/pricing/map-policy/{brand_key}", hasBody: true },
  listPolicyChanges: {
    method: "GET",
    path: "/api/pricing/map-policy/{brand_key}/history",
    query: ["limit", "after"],
    isList: true,
  },
  addRecordsByVariants: {
    method: "POST",
    path: "/api/pricing/batches/{key}/add-records-by-variants",
    hasBody: true,
    names: { batch_key: "key" },
  },
  generatePriceChange: {
    method: "POST",
    path: "/api/pricing/map-policy/{brand_key}/price-changes",
    hasBody: true,
  },
  adjustPrices: {
    method: "POST",
    path: "/api/pricing/map-policy/{brand_key}/price-changes/adjust",
    query: ["preview", "written", "after"],
    hasBody: true,
    isList: true,
  },
  exportPriceSheet: { method: "POST", path: "/api/pricing/sheets", hasBody: true },
  previewPriceSheet: {
    method: "POST",
    path: "/api/pricing/sheets/preview",
    query: [
      "brand_key",
      "price_list",
      "effective_from",
      "key_column",
      "decimal_mark",
      "on_conflict",
      "batch_key",
      "name",
      "on_no_return",
      "same_instant",
      "overridden_later",
      "leapfrogged",
    ],
    hasBody: true,
    takesFile: true,
  },
  generatePriceSheet: {
    method: "POST",
    path: "/api/pricing/sheets/generate",
    query: [
      "brand_key",
      "price_list",
      "effective_from",
      "key_column",
      "decimal_mark",
      "on_conflict",
      "batch_key",
      "name",
      "on_no_return",
      "same_instant",
      "overridden_later",
      "leapfrogged",
    ],
    hasBody: true,
    takesFile: true,
  },
  createPriceBatch: { method: "POST", path: "/api/pricing/batches", hasBody: true },
  listPriceBatches: {
    method: "GET",
    path: "/api/pricing/batches",
    query: ["status", "kind", "brand_key", "reverts", "search", "limit", "after"],
    isList: true,
  },
  getPriceBatch: { method: "GET", path: "/api/pricing/batches/{batch_key}" },
  discardPriceBatch: { method: "DELETE", path: "/api/pricing/batches/{batch_key}" },
  listBatchMoments: {
    method: "GET",
    path: "/api/pricing/batches/{batch_key}/moments",
    query: ["limit", "after"],
    isList: true,
  },
  reviewPriceBatch: {
    method: "GET",
    path: "/api/pricing/batches/{batch_key}/review",
    query: ["after"],
    isList: true,
  },
  removeBatchChanges: { method: "DELETE", path: "/api/pricing/batches/{batch_key}/changes", hasBody: true },
  withdrawDraft: { method: "DELETE", path: "/api/pricing/records/{record_key}" },
  notePriceBatch: { method: "PUT", path: "/api/pricing/batches/{batch_key}/note", hasBody: true },
  publishPriceBatch: { method: "POST", path: "/api/pricing/batches/{batch_key}/publish", hasBody: true },
  revertPriceBatch: { method: "POST", path: "/api/pricing/batches/{batch_key}/revert" },
  exportPriceBatch: { method: "POST", path: "/api/pricing/batches/{batch_key}/export-async", hasBody: true },
  listPublications: {
    method: "GET",
    path: "/api/catalog/publications",
    query: ["after", "limit"],
    isList: true,
  },
  listPriceLists: {
    method: "GET",
    path: "/api/pricing/price-lists",
    query: ["search", "limit", "after"],
    isList: true,
  },
  createPriceList: { method: "POST", path: "/api/pricing/price-lists", hasBody: true },
  getPriceList: { method: "GET", path: "/api/pricing/price-lists/{price_list}" },
  updatePriceList: { method: "PATCH", path: "/api/pricing/price-lists/{price_list}", hasBody: true },
  previewPriceListMove: {
    method: "POST",
    path: "/api/pricing/price-lists/{price_list}/preview",
    hasBody: true,
  },
  getPriceListPolicy: { method: "GET", path: "/api/pricing/price-lists/{price_list}/policy" },
  savePriceListPolicy: { method: "PUT", path: "/api/pricing/price-lists/{price_list}/policy", hasBody: true },
  listPriceListPolicyChanges: {
    method: "GET",
    path: "/api/pricing/price-lists/{price_list}/policy/history",
    query: ["limit", "after"],
    isList: true,
  },
  queueExport: { method: "POST", path: "/api/products/export-async", hasBody: true },
  preflightExport: { method: "POST", path: "/api/products/export-preflight", hasBody: true },
  listExportFields: { method: "GET", path: "/api/products/export-fields" },
  selectCrawlDiscovery: {
    method: "PATCH",
    path: "/api/products/crawl-discoveries/{job_id}/{discovery_id}",
    hasBody: true,
  },
  searchVariants: {
    method: "GET",
    path: "/api/products/{product_key}/variants/search",
    query: ["q", "limit"],
    names: { text: "q" },
  },
  downloadLink: { method: "GET", path: "/api/products/export/{job_id}/download-url" },
  listCrawlJobs: { method: "GET", path: "/api/crawl-jobs", query: ["limit", "after"], isList: true },
  listCrawlDiscoveries: {
    method: "GET",
    path: "/api/products/crawl-discoveries/{job_id}",
    query: ["selected", "search", "limit", "after"],
    isList: true,
  },
  selectCrawlDiscoveries: {
    method: "PATCH",
    path: "/api/products/crawl-discoveries/{job_id}",
    hasBody: true,
  },
  listBrands: { method: "GET", path: "/api/brands", query: ["search", "limit", "after"], isList: true },
  listProducts: {
    method: "GET",
    path: "/api/products",
    query: ["search", "brand_key", "label", "source", "limit", "after"],
    isList: true,
  },
  getProduct: {
    method: "GET",
    path: "/api/products/{product_key}",
    query: ["color", "limit", "after"],
    isList: true,
  },
  listBatchRecords: {
    method: "GET",
    path: "/api/catalog/batches/{key}/records",
    query: ["offset", "limit", "search", "sort", "price_list"],
    isList: true,
    names: { batch_key: "key" },
  },
  listJobs: {
    method: "GET",
    path: "/api/jobs",
    query: ["type", "status", "mine", "limit", "after"],
    isList: true,
  },
  getJob: { method: "GET", path: "/api/jobs/{job_id}" },
  cancelJob: { method: "POST", path: "/api/jobs/{job_id}/cancel" },
  retryJob: { method: "POST", path: "/api/jobs/{job_id}/retry" },
  watchJob: { method: "GET", path: "/api/jobs/{job_id}/events" },
  getCaller: { method: "GET", path: "/api/me" },
  healthz: { method: "GET", path: "/healthz" },
  readyz: { method: "GET", path: "/readyz" },
} as const satisfies { readonly [Name in keyof Operations]: Endpoint }
