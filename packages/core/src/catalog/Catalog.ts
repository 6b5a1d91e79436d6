import * as Schema from "effect/Schema"
import { type Decimal, DecimalNumber, parseDecimalJson } from "../kernel/Decimal.ts"

/** Owner of products; its time zone says when a day begins. */
export const Brand = Schema.Struct({
  brand_key: Schema.String,
  name: Schema.String,
  /** IANA name; dates of the brand's prices begin at midnight there. */
  time_zone: Schema.String,
}).annotate({ identifier: "Brand" })
export interface Brand extends Schema.Schema.Type<typeof Brand> {}

/** A number is a `Decimal` where a JavaScript number would lose digits (`decimalNumber`). */
export type AttributeScalar = string | number | Decimal | boolean | null
/** A choice of an attribute by its key, with what it is called. */
export interface AttributeOption {
  readonly key: string
  readonly label?: string | undefined
}
/** A single value, or an option. */
export type AttributeItem = AttributeScalar | AttributeOption
/** A value under an attribute key: text, number, boolean, ISO date text, option, list of those, or named sub-fields. */
export type AttributeValue =
  | AttributeItem
  | ReadonlyArray<AttributeItem>
  | { readonly [subField: string]: AttributeItem | ReadonlyArray<AttributeItem> }

const Scalar = Schema.NullOr(Schema.Union([Schema.String, DecimalNumber, Schema.Boolean]))

/** A struct would drop what stands beside `key` and `label`: such an object is a record of sub-fields instead. */
const Option = Schema.Record(Schema.String, Schema.String).check(
  Schema.makeFilter((option) => {
    const names = Object.keys(option)
    return names.includes("key") && names.every((name) => name === "key" || name === "label")
  }),
) as unknown as Schema.Codec<AttributeOption>
const Item = Schema.Union([Scalar, Option])
const ItemOrList = Schema.Union([Item, Schema.Array(Item)])
export const AttributeValue: Schema.Codec<AttributeValue> = Schema.Union([
  ItemOrList,
  Schema.Record(Schema.String, ItemOrList),
])
/** Values by attribute key. */
export const Attributes = Schema.Record(Schema.String, AttributeValue)
export type Attributes = typeof Attributes.Type

/** Attributes from the JSON text that `JSON.stringify` made of them: every number keeps its digits. */
export const attributesFromJson = (json: string): Attributes => parseDecimalJson(json) as Attributes

/** What is sold: one color, size and width of a product. */
export const Variant = Schema.Struct({
  variant_key: Schema.String,
  product_key: Schema.String,
  name: Schema.String,
  color: Schema.String,
  size: Schema.String,
  width: Schema.String,
  vendor_color_code: Schema.String,
  attributes: Attributes,
}).annotate({ identifier: "Variant" })
export interface Variant extends Schema.Schema.Type<typeof Variant> {}

/** One version of a product, without its variants: those belong to the product across versions. */
export const ProductVersion = /* @__PURE__ */ Schema.Struct({
  product_key: Schema.String,
  brand_key: Schema.String,
  version: Schema.Int,
  name: Schema.String,
  source: Schema.String,
  labels: /* @__PURE__ */ Schema.Array(Schema.String),
  attributes: Attributes,
  /** ISO 8601, UTC. */
  updated_at: Schema.String,
})
export interface ProductVersion extends Schema.Schema.Type<typeof ProductVersion> {}

/** An attribute key that the organization's products or variants carry; `label` is null where none was given. */
export interface AttributeDefinition {
  readonly attribute_key: string
  readonly label: string | null
}

/** `total` counts every match; `items` are the first of them: exact key, then key prefix, then the rest, by key. */
export class VariantSearch extends Schema.Opaque<VariantSearch>()(
  Schema.Struct({ items: Schema.Array(Variant), total: Schema.Int }).annotate({
    identifier: "VariantSearch",
  }),
) {}
