import type {
  BatchRecord,
  ColorwayPreview,
  Instant,
  PairTimeline,
  PriceExplanation,
  RepublishFill,
  UpcomingPrices,
  VariantSearch,
} from "@hangtag/core"
import type { ExportCell } from "@hangtag/core/adapter"
import type { ProductsGiven } from "../../src/catalog/rules/productSearch.cases.ts"
import type { searchOrderCases } from "../../src/catalog/rules/searchOrder.cases.ts"
import type { FillGiven } from "../../src/changes/rules/fillBatch.cases.ts"
import type { CatalogUrlGiven } from "../../src/discoveries/rules/catalogUrls.cases.ts"
import type { ExportGiven } from "../../src/exports/rules/exportRows.cases.ts"
import type { ExplainGiven, TimelineGiven } from "../../src/prices/rules/priceTimeline.cases.ts"
import type { ShopGiven } from "../../src/prices/rules/shopPrice.cases.ts"
import type { UpcomingGiven } from "../../src/prices/rules/upcomingPrices.cases.ts"
import type { WarningsGiven } from "../../src/prices/rules/warnings/priceWarnings.cases.ts"

/** Asks for a preview of product `P1`, color `Black`, at the row's moment, under its policy. */
export type PreviewDoor = (
  given: WarningsGiven,
) => Promise<Pick<ColorwayPreview, "lines" | "future_records" | "incumbents" | "warnings">>

/** Fills batch `SPRING`, the earlier fills first, then what was written since, and lists it; `error` is the failure's tag. */
export type FillDoor = (
  given: FillGiven,
) => Promise<
  | { readonly fill: RepublishFill; readonly records: ReadonlyArray<Omit<BatchRecord, "record_key">> }
  | { readonly error: string }
>

/** Exports, header first; a door whose rows are text gives texts, and nothing as "". */
export type ExportDoor = (given: ExportGiven) => Promise<
  | { readonly rows: ReadonlyArray<ReadonlyArray<ExportCell>> }
  /** Where each fault is, steps joined with dots. */
  | { readonly faults: ReadonlyArray<string> }
>

/** Searches product `P1`. */
export type SearchDoor = (
  given: (typeof searchOrderCases)[number]["given"],
) => Promise<
  Omit<VariantSearch, "items"> & { readonly items: ReadonlyArray<{ readonly variant_key: string }> }
>

/** Lists the products of brand `B1`. */
export type ProductsDoor = (
  given: ProductsGiven,
) => Promise<{ readonly keys: ReadonlyArray<string>; readonly total: number }>

/** Lists a discovery of the URL where product `P1` has the attributes: whether it is named as already in the catalog. */
export type CatalogUrlDoor = (given: CatalogUrlGiven) => Promise<boolean>

/** The instant at which an active price begins, or undefined where it is refused. */
export type InstantDoor = (effective_from: string, timeZone: string) => Promise<Instant | undefined>

/** Imports what a shop shows, one after the other, and asks for the price in force. */
export type ShopDoor = (
  given: ShopGiven,
) => Promise<{ readonly told: ReadonlyArray<string>; readonly in_force: ReadonlyArray<string> }>

/** Asks for the timeline of variant `A` and type `MAP`; segments and drafts, if there is any record. */
export type TimelineDoor = (
  given: TimelineGiven,
) => Promise<Pick<PairTimeline, "segments" | "drafts"> | undefined>

/** Asks why variant `A` has its `MAP`. */
export type ExplainDoor = (given: ExplainGiven) => Promise<Pick<PriceExplanation, "sentence" | "candidates">>

/** Asks brand `B1` for what goes live next, page after page. */
export type UpcomingDoor = (given: UpcomingGiven) => Promise<ReadonlyArray<UpcomingPrices>>

/** Every place where the rules can be met. */
export interface Doors {
  readonly preview: PreviewDoor
  readonly fill: FillDoor
  readonly timeline: TimelineDoor
  readonly explain: ExplainDoor
  readonly upcoming: UpcomingDoor
  readonly export: ExportDoor
  readonly search: SearchDoor
  readonly products: ProductsDoor
  readonly catalogUrl: CatalogUrlDoor
  readonly instant: InstantDoor
  readonly shop: ShopDoor
}
