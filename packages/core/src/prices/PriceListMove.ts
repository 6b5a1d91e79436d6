import * as Schema from "effect/Schema"
import { orNull } from "../kernel/withDefault.ts"
import { PriceList, PriceListChange } from "../lists/PriceList.ts"
import { ListShown } from "./ColorwayPreview.ts"
import { AmountRange } from "./UpcomingPrices.ts"

/** A list that would stand elsewhere; `brand_key`: only prices of this brand are compared. */
export const PriceListMoveRequest = Schema.Struct({
  parent: PriceListChange.fields.parent,
  archived: PriceListChange.fields.archived,
  effective_from: PriceListChange.fields.effective_from,
  brand_key: orNull(Schema.String),
}).annotate({ identifier: "PriceListMoveRequest" })

/** Variants of a colorway of which a list would show another price, from the move on or first at a later instant: what it shows without the move, and with it, at the first instant that differs; null: none. */
export const PriceMoved = Schema.Struct({
  brand_key: Schema.String,
  product_key: Schema.String,
  color: Schema.String,
  price_type: Schema.String,
  variants: Schema.Int,
  before: Schema.NullOr(AmountRange),
  after: Schema.NullOr(AmountRange),
}).annotate({ identifier: "PriceMoved" })

/** What another place of a list changes of what it shows from when it comes there on, by the prices that are known and scheduled now. */
export class PriceListMove extends Schema.Opaque<PriceListMove>()(
  Schema.Struct({
    /** ISO 8601, UTC: from when on. */
    at: Schema.String,
    /** As it would be. */
    list: PriceList,
    /** Of the first hundred lists below it by key those that show what it does: with how many of the variants of which that is another price. Counted by prices in force at the instant of the move. */
    shown_in: Schema.Array(ListShown),
    /** Those that do not, for a price of their own or of a list between. */
    overridden_in: Schema.Array(ListShown),
    /** Of how many variants, and of how many colorways, it would show another price at any time from then on. */
    variants: Schema.Int,
    colorways: Schema.Int,
    /** The first hundred, by product, color and price type. */
    items: Schema.Array(PriceMoved),
    /** How many variants were compared. */
    compared: Schema.Int,
    /** There are no others. */
    is_whole: Schema.Boolean,
  }).annotate({ identifier: "PriceListMove" }),
) {}
