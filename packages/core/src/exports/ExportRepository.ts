import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { AttributeDefinition } from "../catalog/Catalog.ts"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { ListedType } from "../prices/rules/pairs.ts"
import type { ExportProduct } from "./rules/exportRows.ts"

/** Which product versions an export takes. */
export interface ExportSelection {
  /** Empty: every product. Duplicates count once. */
  readonly product_keys: ReadonlyArray<string>
  /** Null: products of any brand. */
  readonly brand_key: string | null
  /** Null: any label; else versions that carry at least one of these. */
  readonly label_keys: ReadonlyArray<string> | null
  /** Null: any source; else versions from one of these. */
  readonly sources: ReadonlyArray<string> | null
  /** Whether only the greatest version of each product is considered, before the other filters. */
  readonly latest_only: boolean
}

/** Which parts of the products an export reads. */
export interface ExportWanted {
  /** Whether variants are; they are empty else. */
  readonly variants: boolean
  /** Whether the attributes of products and variants are; they are empty else. */
  readonly attributes: boolean
  /** Whose prices in force at `at` go along with variants, of `base`. */
  readonly price_types: ReadonlyArray<string>
  /** Also these, of other lists than `base`. */
  readonly list_prices?: ReadonlyArray<ListedType>
  readonly at: BrandedInstant
  /** Prices are as the catalog had them then (`asKnown`), with no write of before missing; now where left out. */
  readonly known_at?: BrandedInstant
}

/** Product keys asked for that gave no version, by reason. */
export interface SkippedProducts {
  readonly unknown_product: number
  readonly filtered_out: number
  /** The first 20 of the unknown ones, in order. */
  readonly unknown_keys: ReadonlyArray<string>
}

/** How much a selection takes, all counted at one moment. */
export interface ExportCount {
  /** Versions selected. */
  readonly total: number
  readonly skipped: SkippedProducts
}

/** All that a small export reads. */
export interface SmallExport {
  /** As `CatalogRepository.attributeDefinitions` gives them. */
  readonly definitions: ReadonlyArray<AttributeDefinition>
  /** As `ExportRepository.count` does. */
  readonly count: ExportCount
  /** As `ExportRepository.products` does. */
  readonly products: ReadonlyArray<ExportProduct>
}

/**
 * Reads what an export writes.
 *
 * Promises: nothing of another organization is ever seen, nor a retired product or variant; the stream gives each selected version once, in the
 * total order of product key and version; memory does not grow with their number.
 */
export class ExportRepository extends Context.Service<
  ExportRepository,
  {
    /** How many product versions the selection has. */
    readonly count: (
      organization: string,
      selection: ExportSelection,
    ) => Effect.Effect<ExportCount, Unavailable>
    /** Variants of the selected versions' products, once for each version: the rows of one row per variant. */
    readonly countVariants: (
      organization: string,
      selection: ExportSelection,
    ) => Effect.Effect<number, Unavailable>
    /**
     * Streams the selection in batches of product versions, all as they were when the stream began: nothing that is
     * written meanwhile appears, half-appears or moves, however long the reading takes.
     */
    readonly products: (
      organization: string,
      selection: ExportSelection,
      wanted: ExportWanted,
    ) => Stream.Stream<ReadonlyArray<ExportProduct>, Unavailable>
    /** All of a selection of one moment; none where it is large, or the adapter has no way to read it at once. */
    readonly atOnce: (
      organization: string,
      selection: ExportSelection,
      wanted: ExportWanted,
    ) => Effect.Effect<Option.Option<SmallExport>, Unavailable>
  }
>()("@hangtag/core/ports/ExportRepository") {}
