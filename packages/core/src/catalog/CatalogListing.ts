import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Unavailable } from "../kernel/errors.ts"
import type { Found } from "../kernel/Listing.ts"
import type { Brand, ProductVersion } from "./Catalog.ts"
import type {
  BrandQuery,
  ColorwayPlace,
  ListedProduct,
  ProductQuery,
  VersionSummary,
} from "./CatalogPages.ts"
import type { ColorwayVariant } from "./rules/colorwayPage.ts"

/** How much of a product is read. */
export interface ProductReading {
  /** Only variants of exactly this color; null: of any. */
  readonly color: string | null
  /** Only variants behind this place. */
  readonly after: ColorwayPlace | null
  /** Variants of the first N colors. */
  readonly colors: number
  /** The first N variants of those. */
  readonly variants: number
  /** The newest N versions. */
  readonly versions: number
  /** The variants' attributes that are wanted; the others are left out. */
  readonly attributes: ReadonlyArray<string>
}

/** What is found of a product. */
export interface ProductFound {
  readonly brand: Brand
  readonly latest: ProductVersion
  readonly version_count: number
  /** The newest first. */
  readonly versions: ReadonlyArray<VersionSummary>
  /** Of all colors. */
  readonly variant_count: number
  /** Of the color that is asked for, or of all; counted no further than one more than `mostCounted`. */
  readonly colorway_count: number
  /** By color, then key. */
  readonly variants: ReadonlyArray<ColorwayVariant>
}

/**
 * Lists the catalog of one organization.
 *
 * Promises: nothing of another organization is ever seen, nor a retired product or variant; a search finds each of its
 * words (`matchesWords`) in key or name, of products in the keys of their variants too, and `%`, `_` and `\` are plain characters; all else is compared exactly; lists are in
 * the order that `wordOrder` gives their keys, so that who asks for the page after the last key of each page meets
 * everything that stays once; a text that cannot be stored is merely not found; what one call gives is of one moment.
 */
export class CatalogListing extends Context.Service<
  CatalogListing,
  {
    /** A page of the brands, by key, with the total of matches. */
    readonly brands: (organization: string, query: BrandQuery) => Effect.Effect<Found<Brand>, Unavailable>
    /** A page of the products, by name and key, with the total of matches. */
    readonly products: (
      organization: string,
      query: ProductQuery,
    ) => Effect.Effect<Found<ListedProduct>, Unavailable>
    /** None where the product is unknown. */
    readonly product: (
      organization: string,
      productKey: string,
      reading: ProductReading,
    ) => Effect.Effect<Option.Option<ProductFound>, Unavailable>
  }
>()("@hangtag/core/ports/CatalogListing") {}
