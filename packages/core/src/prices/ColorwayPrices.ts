import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { Currency } from "../kernel/Currency.ts"
import type { BrandedInstant, Instant } from "../kernel/Instant.ts"
import { PlaceText, paged, pageSchema, SearchText, totals } from "../kernel/Listing.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import type { PriceRecord } from "./PriceRecord.ts"
import { AmountRange } from "./UpcomingPrices.ts"

/** How many price types are columns: those that the brands have had, the first by code point. */
export const mostColumns = 12

/** The variants that a page has together, but for a first colorway that has more. */
export const mostListedVariants = 1_000

/** Where a colorway stands: the value that rows are sorted by, null where it has none, then product and color. */
export const ColorwayPricesPlace = Schema.Struct({
  value: Schema.NullOr(PlaceText),
  product_key: PlaceText,
  color: PlaceText,
})
export interface ColorwayPricesPlace extends Schema.Schema.Type<typeof ColorwayPricesPlace> {}

/** What rows are sorted by: their keys, the lowest amount in force, or the instant of the next change. */
export const ColorwaySort = Schema.Literals(["product", "color", "amount", "change"])
export type ColorwaySort = typeof ColorwaySort.Type

/** Which colorways: null is of any. All that is said has to be true of a colorway. */
const narrowed = {
  /** Words in the product's key or name, or in its variants' keys. */
  search: SearchText,
  brand_key: orNull(Schema.String),
  product_key: orNull(Schema.String),
  /** Of the product's latest version, exactly. */
  label: orNull(Schema.String),
  /** Of the product's latest version, exactly. */
  source: orNull(Schema.String),
  /** A part of the color's name, in upper or lower case. */
  color: SearchText,
  /** A part of the key of one of its variants, without accents or case. */
  sku: SearchText,
  /** What rows are sorted by, and what the filters below look at; null: all columns. */
  price_type: orNull(Schema.String),
  /** A variant's MSRP in force is below its MAP, whatever the columns are. */
  below_map: withDefault(Schema.Boolean, false),
  /** A variant has no price in force of the type, or of a column. */
  without_price: withDefault(Schema.Boolean, false),
  sort: withDefault(ColorwaySort, "product"),
  /** The greatest first; those without a value come last either way. */
  descending: withDefault(Schema.Boolean, false),
  ...paged(ColorwayPricesPlace),
}

/** Which prices of a list are asked for. */
export const ColorwayPricesQuery = Schema.Struct({
  price_list: withDefault(Schema.String, basePriceList),
  ...narrowed,
  /** A price of the type, or of a column, changes within these days of 24 hours from now. */
  changes_within: orNull(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 }))),
  /** With each variant by itself. */
  sizes: withDefault(Schema.Boolean, false),
})
export interface ColorwayPricesQuery extends Schema.Schema.Type<typeof ColorwayPricesQuery> {}

export const Narrowed = /* @__PURE__ */ Schema.Struct(narrowed)
/** What a port is asked for. */
export interface PricedColorwaysQuery extends Schema.Schema.Type<typeof Narrowed> {
  /** The moment that is now. */
  readonly at: BrandedInstant
  /** Where prices are looked for, in this order. */
  readonly lists: ReadonlyArray<string>
  /** Only where a price changes after `at`, and not after this instant; null: whether or not. */
  readonly changes_until: BrandedInstant | null
  /** How many price types are columns. */
  readonly columns: number
  /** Fewer rows where they have more variants together, but for the first. */
  readonly variants: number
  /** As many variants are looked through at most where prices say which colorways, or in which order. */
  readonly most: number
  /** As many prices are read at most. */
  readonly records: number
}

/** What the variants of a colorway have of a price type. */
export const ColumnPrices = Schema.Struct({
  price_type: Schema.String,
  /** The lowest and the highest in force; null: none is. */
  amounts: Schema.NullOr(AmountRange),
  /** How many variants have a price in force. */
  priced: Schema.Int,
  /** How many of those have it from the list itself, and not from one above it. */
  own: Schema.Int,
  /** The list whose price all of those show; null: they are of several, or there are none. */
  from_list: Schema.NullOr(Schema.String),
  /** The first instant at which the price of some of them becomes another one: of how many, and which; null: none does. */
  change: Schema.NullOr(
    Schema.Struct({
      /** ISO 8601, UTC. */
      at: Schema.String,
      variants: Schema.Int,
      /** Null: none of them has a price from then on. */
      amounts: Schema.NullOr(AmountRange),
    }),
  ),
}).annotate({ identifier: "ColumnPrices" })
export interface ColumnPrices extends Schema.Schema.Type<typeof ColumnPrices> {}

/** A variant of a colorway, with what it has of each column. */
export const SizePrices = Schema.Struct({
  variant_key: Schema.String,
  size: Schema.String,
  width: Schema.String,
  prices: Schema.Array(
    Schema.Struct({
      price_type: Schema.String,
      /** Null: none is in force. */
      amount: Schema.NullOr(Amount),
      /** The list that it is a price of. */
      from_list: Schema.NullOr(Schema.String),
      change: Schema.NullOr(Schema.Struct({ at: Schema.String, amount: Schema.NullOr(Amount) })),
    }),
  ),
}).annotate({ identifier: "SizePrices" })
export interface SizePrices extends Schema.Schema.Type<typeof SizePrices> {}

/** A colorway with what a list shows of it. */
export const ColorwayPrices = Schema.Struct({
  brand_key: Schema.String,
  product_key: Schema.String,
  /** The product's. */
  name: Schema.String,
  color: Schema.String,
  variants: Schema.Int,
  /** How many variants have no price in force of some column. */
  without_price: Schema.Int,
  /** In the order of the columns. */
  prices: Schema.Array(ColumnPrices),
  /** By size; null where they were not asked for. */
  sizes: Schema.NullOr(Schema.Array(SizePrices)),
}).annotate({ identifier: "ColorwayPrices" })
export interface ColorwayPrices extends Schema.Schema.Type<typeof ColorwayPrices> {}

/** What a list shows of colorways, as of a moment. A page may be short and not be the last. */
export const ColorwayPricesList = Schema.Struct({
  /** ISO 8601, UTC. */
  at: Schema.String,
  price_list: Schema.String,
  /** ISO 4217; null: not said, of `base` alone. */
  currency: Schema.NullOr(Currency),
  /** The columns: the first `mostColumns` that the brands have had, and the one that was named. */
  price_types: Schema.Array(Schema.String),
  items: Schema.Array(ColorwayPrices),
  ...totals,
}).annotate({ identifier: "ColorwayPricesPage" })

/** The page with the place that the next one comes `after`; null after the last. */
export class ColorwayPricesPage extends Schema.Opaque<ColorwayPricesPage>()(
  pageSchema(ColorwayPricesList, ColorwayPricesPlace),
) {}

/** A price of a list, or an ending, that is in force at a moment or begins later; from `gone_at` on it is in force no more, whatever else begins. */
export interface ListedPrice
  extends Pick<
    PriceRecord,
    "variant_key" | "price_type" | "price_list" | "amount" | "ending" | "effective_at" | "sequence"
  > {
  readonly gone_at: Instant | null
}

/** A colorway of a page, with its variants by key, and their prices of the columns and of the type that is asked for, in no order. */
export interface PricedColorway extends ColorwayPricesPlace {
  readonly brand_key: string
  readonly name: string
  readonly variants: ReadonlyArray<{
    readonly variant_key: string
    readonly size: string
    readonly width: string
  }>
  readonly prices: ReadonlyArray<ListedPrice>
}

/** A page of colorways, and how many there are, counted no further than one more than `mostCounted`. */
export interface PricedColorways {
  readonly items: ReadonlyArray<PricedColorway>
  /** The columns, without one that is named and not among them. */
  readonly price_types: ReadonlyArray<string>
  readonly total: number
  /** No colorway comes after these. */
  readonly isEnd: boolean
  /** How many variants were looked through; more than `most` where there are more: then the page is not whole. */
  readonly looked: number
  /** How many prices these have together; more than `records` where there are more: then not all are there. */
  readonly held: number
}
