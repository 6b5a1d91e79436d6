import {
  type AddRecordsByVariantsRequest,
  type Amount,
  batchKeyFault,
  type PrefillLine,
  type PriceEntry,
  type PriceRecord,
  type ProductEntry,
} from "@hangtag/core"
import fc from "fast-check"
import { aPriceRecord } from "../builders/index.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import {
  anyAmount,
  anyAttributes,
  anyEffectiveFrom,
  anyKey,
  anyText,
  anyTimeZone,
  nearlyAmount,
  nearlyEffectiveFrom,
} from "./valueArbitraries.ts"

const anyPriceType = () => fc.constantFrom("MAP", "MSRP", "map")
const anyStatus = () => fc.constantFrom("draft" as const, "active" as const, "active" as const)

/** Moments with milliseconds, ISO 8601 in UTC, around those of `anyEffectiveFrom`. */
export const anyMoment = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      "2026-06-01T00:00:00.000Z",
      "2026-03-08T07:00:00.000Z",
      "2026-11-01T06:30:00.000Z",
      "2011-12-30T10:00:00.000Z",
    ),
    fc
      .date({
        min: new Date("2026-05-31T00:00:00Z"),
        max: new Date("2026-08-01T00:00:00Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
  )

/** Lines of a preview, some of them of the same type. */
export const anyPrefillLines = (maxLength = 4): fc.Arbitrary<ReadonlyArray<PrefillLine>> =>
  fc.array(
    fc.record({ price_type: anyPriceType(), amount: anyAmount(), effective_from: anyEffectiveFrom() }),
    { maxLength },
  )

/** An amount, or now and then an ending. */
export const anySaid = (amount: fc.Arbitrary<Amount>): fc.Arbitrary<Pick<PriceEntry, "amount" | "ending">> =>
  fc.oneof(
    { weight: 9, arbitrary: amount.map((each) => ({ amount: each })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("fall_back" as const, "not_offered" as const)
        .map((ending) => ({ amount: null, ending })),
    },
  )

/** The prices of some variants, in the order of writing; `batches` are those they may come from. */
export const anyHistory = (
  variantKeys: ReadonlyArray<string>,
  {
    maxLength = 12,
    batches = [],
  }: { readonly maxLength?: number; readonly batches?: ReadonlyArray<string> } = {},
): fc.Arbitrary<ReadonlyArray<PriceEntry>> =>
  variantKeys.length === 0
    ? fc.constant([])
    : fc.array(
        fc
          .record({
            variant_key: fc.constantFrom(...variantKeys),
            price_type: anyPriceType(),
            says: anySaid(anyAmount()),
            effective_from: anyEffectiveFrom(),
            status: anyStatus(),
            batch_key: fc.constantFrom(null, null, ...batches),
          })
          .map(({ says, ...entry }) => ({ ...entry, ...says })),
        { maxLength },
      )

/** A history as records, in sequence; instants in UTC. */
export const anyPriceRecords = (
  variantKeys: ReadonlyArray<string>,
  maxLength = 12,
): fc.Arbitrary<ReadonlyArray<PriceRecord>> =>
  anyHistory(variantKeys, { maxLength }).map((entries) =>
    entries.map((entry, index) => aPriceRecord({ ...entry, sequence: index + 1 })),
  )

/** Requests for known variants, unknown ones and duplicates, with and without types. */
export const anyFillRequest = (
  variantKeys: ReadonlyArray<string>,
): fc.Arbitrary<AddRecordsByVariantsRequest> =>
  fc.record({
    variant_keys: fc.array(fc.constantFrom("unknown", ...variantKeys), { maxLength: 6 }),
    price_types: fc.option(fc.array(fc.constantFrom("MAP", "MSRP", "map", "none"), { maxLength: 4 })),
  })

/** Versions of products with distinct keys, each variant of one product. */
const anyProducts = (brandKeys: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<ProductEntry>> =>
  fc
    .uniqueArray(
      fc.tuple(
        anyKey(),
        fc.constantFrom(...brandKeys),
        fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 }),
      ),
      {
        selector: ([key]) => key,
        minLength: 1,
        maxLength: 3,
      },
    )
    .chain((products) =>
      fc.tuple(
        ...products.flatMap(([product_key, brand_key, versions], index) =>
          versions.map((version) =>
            fc.record({
              product_key: fc.constant(product_key),
              brand_key: fc.constant(brand_key),
              version: fc.constant(version),
              name: anyText(),
              source: fc.constantFrom("merchant_input", "scraper"),
              labels: fc.uniqueArray(fc.constantFrom("fall", "sale", "new"), { maxLength: 2 }),
              attributes: anyAttributes(),
              variants: fc.uniqueArray(
                fc.record({
                  variant_key: fc.nat(4).map((number) => `${index}-${number}`),
                  name: anyText(),
                  color: fc.constantFrom("Black", "black", "Red"),
                  size: fc.constantFrom("8", "9", "10"),
                  width: anyText(2),
                  vendor_color_code: anyText(3),
                  attributes: anyAttributes(),
                }),
                { selector: (variant) => variant.variant_key, maxLength: 4 },
              ),
            }),
          ),
        ),
      ),
    )

/** Catalogs of which every entry can be stored: whatever they name is there. */
export const anyCatalog = (): fc.Arbitrary<Required<CatalogSeed>> =>
  fc
    .record({
      brands: fc.uniqueArray(fc.record({ brand_key: anyKey(), name: anyText(), time_zone: anyTimeZone() }), {
        selector: (brand) => brand.brand_key,
        minLength: 1,
        maxLength: 2,
      }),
      batches: fc.uniqueArray(
        fc.record({
          key: anyKey().filter((key) => batchKeyFault(key) === undefined),
          status: fc.constantFrom("open" as const, "published" as const),
        }),
        {
          selector: (batch) => batch.key,
          maxLength: 2,
        },
      ),
      discoveries: fc.uniqueArray(
        fc.record({
          job_id: fc.constantFrom("CRAWL-1", "CRAWL-2"),
          discovery_id: anyKey(),
          url: fc.webUrl(),
          title: fc.option(anyText()),
          selected: fc.boolean(),
        }),
        { selector: ({ job_id, discovery_id }) => JSON.stringify([job_id, discovery_id]), maxLength: 3 },
      ),
      attributes: fc.uniqueArray(fc.record({ attribute_key: anyKey(), label: fc.option(anyText()) }), {
        selector: (attribute) => attribute.attribute_key,
        maxLength: 2,
      }),
    })
    .chain((base) =>
      anyProducts(base.brands.map((brand) => brand.brand_key)).chain((products) =>
        anyHistory(
          [...new Set(products.flatMap(({ variants }) => variants.map((variant) => variant.variant_key)))],
          { batches: base.batches.map((batch) => batch.key) },
        ).map((prices) => ({ ...base, price_lists: [], products, prices })),
      ),
    )

/** A catalog with one entry that has to be rejected: which list it is in, and at which index. */
export interface FlawedCatalog {
  readonly seed: Required<CatalogSeed>
  readonly flaw: {
    readonly list: "brands" | "batches" | "products" | "prices"
    readonly index: number
    readonly about: string
  }
}

/** Catalogs that are valid but for one entry. */
export const nearlyValidCatalog = (): fc.Arbitrary<FlawedCatalog> =>
  anyCatalog().chain((seed) => {
    const price = seed.prices[0] ?? {
      variant_key: seed.products[0]!.variants[0]?.variant_key ?? "unknown",
      price_type: "MAP",
      amount: "1",
      effective_from: "2026-06-01",
      status: "active" as const,
      batch_key: null,
    }
    const withPrice = (
      about: string,
      wrong: fc.Arbitrary<Partial<PriceEntry>>,
    ): fc.Arbitrary<FlawedCatalog> =>
      fc.tuple(fc.nat(seed.prices.length), wrong).map(([index, change]) => ({
        seed: { ...seed, prices: seed.prices.toSpliced(index, 0, { ...price, ...change }) },
        flaw: { list: "prices", index, about },
      }))
    const withProduct = (about: string, change: Partial<ProductEntry>): fc.Arbitrary<FlawedCatalog> => {
      const product = { ...seed.products[0]!, product_key: "flawed", variants: [], ...change }
      const index = seed.products.length
      return fc.constant({
        seed: { ...seed, products: [...seed.products, product] },
        flaw: { list: "products", index, about },
      })
    }
    const taken = seed.products.flatMap(({ variants }) => variants)[0]
    return fc.oneof(
      withPrice(
        "an amount that is none",
        nearlyAmount().map((amount) => ({ amount })),
      ),
      withPrice(
        "an effective_from that is none",
        nearlyEffectiveFrom().map((effective_from) => ({ effective_from })),
      ),
      withPrice("an unknown variant", fc.constant({ variant_key: "no such variant" })),
      withPrice("an unknown batch", fc.constant({ batch_key: "no such batch" })),
      withProduct("an unknown brand", { brand_key: "no such brand" }),
      withProduct("a text that cannot be stored", { name: "half a pair: \ud800" }),
      ...(taken === undefined ? [] : [withProduct("a variant of another product", { variants: [taken] })]),
      fc.constant({
        seed: {
          ...seed,
          brands: [...seed.brands, { brand_key: "flawed", name: "", time_zone: "Mars/Olympus" }],
        },
        flaw: { list: "brands" as const, index: seed.brands.length, about: "an unknown time zone" },
      }),
      fc.constant({
        seed: { ...seed, batches: [...seed.batches, { key: "a/b", status: "open" as const }] },
        flaw: {
          list: "batches" as const,
          index: seed.batches.length,
          about: "a batch that no URL could name",
        },
      }),
    )
  })
