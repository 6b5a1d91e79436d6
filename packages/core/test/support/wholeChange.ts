import type { ChangeLine, PrefillLine, PriceEntry } from "@hangtag/core"
import {
  aBrand,
  aChangeLine,
  anOnCollision,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  type CatalogSeed,
} from "@hangtag/testkit"
import fc from "fast-check"

/** The variants of each colorway of the one product. */
const variants = { Black: ["A", "B"], Red: ["C"] }
export const variantKeys = Object.values(variants).flat()
export const colorways = Object.entries(variants).map(([color, keys]) => ({
  colorway: { product_key: "P1", color },
  variant_keys: keys,
}))

/** When changes are generated. */
export const began = new Date("2026-06-10T09:00:00Z")
const days = ["2026-06-11", "2026-06-13T12:00", "2026-06-15", "2026-06-18", "2026-06-20"]
const before = ["2026-01-01", "2026-06-10"]

const anyAmount = fc.constantFrom("0", "10", "10.0", "20", "20.50")

export const anyPrices: fc.Arbitrary<ReadonlyArray<PriceEntry>> = fc.array(
  fc
    .record({
      variant_key: fc.constantFrom(...variantKeys),
      price_type: fc.constantFrom("MAP", "MSRP"),
      amount: anyAmount,
      effective_from: fc.constantFrom(...before, ...days),
      status: fc.constantFrom("active" as const, "active" as const, "draft" as const),
    })
    .map(aPriceEntry),
  { maxLength: 12 },
)

/** Of one type no two begin at once: the first of those would never be in force. */
export const anyLines = ({ isBackdated }: { readonly isBackdated: boolean }) =>
  fc.uniqueArray<ChangeLine & PrefillLine, string>(
    fc
      .record({
        price_type: fc.constantFrom("MAP", "MSRP", "NEW"),
        amount: anyAmount,
        effective_from: fc.constantFrom(...(isBackdated ? before : []), ...days.slice(0, 4)),
        effective_until: fc.constantFrom(null, null, "2026-06-19", "2026-06-20"),
        return: fc.constant("none" as const),
      })
      .map((line) => aChangeLine(line)),
    { minLength: 1, maxLength: 4, selector: ({ price_type, effective_from }) => price_type + effective_from },
  )

export const anyOnCollision = fc
  .record({
    same_instant: fc.constant("withdraw" as const),
    overridden_later: fc.constantFrom("keep" as const, "withdraw" as const),
    leapfrogged: fc.constantFrom("keep" as const, "withdraw" as const),
  })
  .map(anOnCollision)

/** More often the one whose offset needs no look-up. */
export const anyZone = fc.constantFrom("UTC", "UTC", "UTC", "America/New_York")

export const seedOf = (prices: ReadonlyArray<PriceEntry>, time_zone: string) =>
  ({
    brands: [aBrand({ time_zone })],
    products: [
      aProductEntry({
        variants: colorways.flatMap(({ colorway, variant_keys }) =>
          variant_keys.map((variant_key) => aVariantEntry({ variant_key, color: colorway.color })),
        ),
      }),
    ],
    prices,
  }) satisfies CatalogSeed
