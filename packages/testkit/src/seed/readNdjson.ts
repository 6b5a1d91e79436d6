import {
  Amount,
  type AttributeEntry,
  Attributes,
  type BatchEntry,
  BatchStatus,
  type Brand,
  type CrawlDiscoveryEntry,
  Currency,
  EffectiveFrom,
  Ending,
  type PriceEntry,
  type PriceListEntry,
  PriceListKey,
  PriceStatus,
  type ProductEntry,
} from "@hangtag/core"
import {
  decimalText,
  dropNulls,
  isDecimalNumber,
  PriceListTags,
  parseDecimalJson,
} from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CatalogSeed } from "./CatalogSeed.ts"

const orElse = <A, I>(schema: Schema.Codec<A, I>, value: I) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))
const text = orElse(Schema.String, "")
const nullable = orElse(Schema.NullOr(Schema.String), null)
const attributes = orElse(Attributes, {})

const line = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("brand"),
    brand_key: Schema.String,
    name: Schema.String,
    time_zone: orElse(Schema.String, "UTC"),
  }),
  Schema.Struct({
    kind: Schema.Literal("product"),
    brand_key: Schema.String,
    product_key: Schema.String,
    version: Schema.Int,
    name: Schema.String,
    source: Schema.String,
    labels: orElse(Schema.Array(Schema.String), []),
    attributes,
    variants: orElse(
      Schema.Array(
        Schema.Struct({
          variant_key: Schema.String,
          name: text,
          color: text,
          size: text,
          width: text,
          vendor_color_code: text,
          attributes,
        }),
      ),
      [],
    ),
  }),
  Schema.Struct({
    kind: Schema.Literal("price"),
    variant_key: Schema.String,
    price_type: Schema.String,
    price_list: Schema.optionalKey(Schema.String),
    amount: orElse(Schema.NullOr(Schema.toType(Amount)), null),
    ends: Schema.optionalKey(Ending),
    effective_from: EffectiveFrom,
    status: PriceStatus,
    batch: nullable,
  }),
  Schema.Struct({
    kind: Schema.Literal("price_list"),
    price_list: PriceListKey,
    name: Schema.String,
    currency: orElse(Schema.NullOr(Currency), null),
    parent: nullable,
    archived: orElse(Schema.Boolean, false),
    tags: orElse(PriceListTags, {}),
    effective_from: orElse(Schema.NullOr(EffectiveFrom), null),
  }),
  Schema.Struct({ kind: Schema.Literal("batch"), key: Schema.String, status: BatchStatus }),
  Schema.Struct({
    kind: Schema.Literal("crawl_discovery"),
    job_id: Schema.String,
    discovery_id: Schema.String,
    url: Schema.String,
    title: nullable,
    selected: orElse(Schema.Boolean, false),
  }),
  Schema.Struct({ kind: Schema.Literal("attribute"), attribute_key: Schema.String, label: nullable }),
])

type LineOf<Kind> = Extract<typeof line.Type, { readonly kind: Kind }>

const lists = {
  price_list: "price_lists",
  brand: "brands",
  product: "products",
  attribute: "attributes",
  batch: "batches",
  crawl_discovery: "discoveries",
} as const

const decode = Schema.decodeUnknownSync(line)

/** Parses with the digits of numbers kept: 149.90 is not 149.9. An amount becomes their text. */
const parse = (json: string): unknown => {
  const value = parseDecimalJson(json)
  dropNulls(value)
  const isPrice = typeof value === "object" && value !== null && "amount" in value
  return isPrice && isDecimalNumber(value.amount) ? { ...value, amount: decimalText(value.amount) } : value
}

const readLine = (json: string, index: number) => {
  try {
    return decode(parse(json))
  } catch (cause) {
    throw new Error(`Line ${index + 1} of the catalog: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** Reads a catalog from NDJSON, as `hangtag import` takes it; throws with the number of a line that is none. */
export const readNdjson = (ndjson: string): Required<CatalogSeed> => {
  const seed = {
    price_lists: [] as Array<PriceListEntry>,
    brands: [] as Array<Brand>,
    products: [] as Array<ProductEntry>,
    attributes: [] as Array<AttributeEntry>,
    batches: [] as Array<BatchEntry>,
    prices: [] as Array<PriceEntry>,
    discoveries: [] as Array<CrawlDiscoveryEntry>,
  }
  for (const [index, json] of ndjson.split("\n").entries()) {
    if (json.trim() === "") continue
    const { kind, ...entry } = readLine(json, index)
    if (kind === "price") {
      const { batch: batch_key, ends, ...price } = entry as Omit<LineOf<"price">, "kind">
      seed.prices.push({ ...price, ...(ends !== undefined && { ending: ends }), batch_key })
    } else (seed[lists[kind]] as Array<unknown>).push(entry)
  }
  return seed
}
