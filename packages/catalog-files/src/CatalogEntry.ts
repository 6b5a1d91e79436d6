import {
  Amount,
  Attributes,
  BatchStatus,
  Currency,
  EffectiveFrom,
  Ending,
  isTimeZone,
  PriceListKey,
  PriceStatus,
} from "@hangtag/core"
import { PriceListName, PriceListTags } from "@hangtag/core/adapter"
import { Effect, Schema } from "effect"

const Key = Schema.String.check(Schema.isNonEmpty({ expected: "text that is not empty" }))
const TimeZone = Schema.String.check(
  Schema.makeFilter((name: string) => isTimeZone(name), {
    expected: "an IANA time zone such as America/New_York",
  }),
)
const text = Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
const attributes = Attributes.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))

const isAmount = Schema.is(Amount)
/** Null of an ending alone. */
const amountOrNone = Schema.declare(
  (value): value is Amount | null => value === null || (typeof value === "string" && isAmount(value)),
  { expected: "a plain non-negative decimal such as 19.99" },
)

const CatalogVariant = Schema.Struct({
  variant_key: Key,
  name: text,
  color: text,
  size: text,
  width: text,
  vendor_color_code: text,
  attributes,
})

/** The lines of a catalog NDJSON file by their `kind`: what they hold once decoded, and what may be left out, or null. */
export const catalogLines = {
  brand: Schema.Struct({
    kind: Schema.tag("brand"),
    brand_key: Key,
    name: Schema.String,
    /** Left out: the brand's own where it exists, else that of the import. */
    time_zone: Schema.optionalKey(TimeZone),
  }),
  attribute: Schema.Struct({
    kind: Schema.tag("attribute"),
    attribute_key: Key,
    label: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  }),
  price_list: Schema.Struct({
    kind: Schema.tag("price_list"),
    price_list: PriceListKey,
    name: PriceListName,
    /** Left out: what the list has; a new one needs it. */
    currency: Schema.NullOr(Currency).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
    parent: Schema.NullOr(PriceListKey).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
    archived: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
    tags: PriceListTags.pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
    effective_from: Schema.NullOr(EffectiveFrom).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  }),
  batch: Schema.Struct({ kind: Schema.tag("batch"), key: Key, status: BatchStatus }),
  crawl_discovery: Schema.Struct({
    kind: Schema.tag("crawl_discovery"),
    job_id: Key,
    discovery_id: Key,
    url: Schema.String,
    title: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
    selected: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  }),
  product: Schema.Struct({
    kind: Schema.tag("product"),
    brand_key: Key,
    product_key: Key,
    version: Schema.Int.check(
      Schema.isGreaterThanOrEqualTo(0, { expected: "a whole number that is not negative" }),
    ),
    name: Schema.String,
    source: Schema.String,
    labels: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
    attributes,
    variants: Schema.Array(CatalogVariant)
      .check(
        Schema.makeFilter(
          (variants: ReadonlyArray<{ readonly variant_key: string }>) =>
            new Set(variants.map((variant) => variant.variant_key)).size === variants.length,
          { expected: "a list with every variant_key once" },
        ),
      )
      .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  }),
  price: Schema.Struct({
    kind: Schema.tag("price"),
    variant_key: Key,
    price_type: Key,
    /** Left out: `base`. */
    price_list: Schema.optionalKey(PriceListKey),
    /** A JSON number or text in the file; its digits are kept. */
    amount: amountOrNone,
    /** What the list shows from then on, of a price without an amount. */
    ends: Schema.optionalKey(Ending),
    effective_from: EffectiveFrom,
    status: PriceStatus,
    batch: Schema.NullOr(Key).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  }),
} as const

export type CatalogKind = keyof typeof catalogLines
export const catalogKinds = Object.keys(catalogLines) as ReadonlyArray<CatalogKind>

/** One line of a catalog: what files give, and what the demo generator makes. */
export type CatalogEntry = { [Kind in CatalogKind]: (typeof catalogLines)[Kind]["Type"] }[CatalogKind]
/** An entry of this kind. */
export type EntryOf<Kind extends CatalogKind> = Extract<CatalogEntry, { readonly kind: Kind }>

/** The fields that each kind reads, and the ones of a product's variants. */
export const knownFields = (kind: CatalogKind): ReadonlySet<string> => fields[kind]
export const variantFieldNames: ReadonlySet<string> = new Set(Object.keys(CatalogVariant.fields))
const fields = Object.fromEntries(
  catalogKinds.map((kind) => [kind, new Set(Object.keys(catalogLines[kind].fields))]),
) as unknown as Record<CatalogKind, ReadonlySet<string>>
