const prices = (keys: ReadonlyArray<string>, amount: number, effective_from: string) =>
  keys.map((variant_key) => ({
    kind: "price",
    variant_key,
    price_type: "MAP",
    amount,
    effective_from,
    status: "active",
  }))

const product = (product_key: string, name: string, variants: ReadonlyArray<object>) => ({
  kind: "product",
  brand_key: "ODD",
  product_key,
  version: 1,
  source: "merchant_input",
  name,
  variants,
})

const shades = Array.from({ length: 40 }, (_, index) => ({
  variant_key: `ODD-A-STOCK-KEEPING-UNIT-OF-A-SUPPLIER-WHO-COUNTS-EVERYTHING-${100 + index + 1}`,
  name: `Boot ${index + 1}`,
  color: `Shade ${index + 1}`,
  size: "9",
}))
const bags = ["A", "B"].map((size) => ({ variant_key: `ODD-BAG-${size}`, name: size, color: "Red", size }))

/** Reverses what follows it, until something ends that. */
export const override = "\u202e"

/**
 * A brand with a name that runs over, a product of 40 colors with long SKUs, and one whose sizes cost 100 and 110, of which the
 * first is to cost 120.
 */
export const oddCatalog: ReadonlyArray<object> = [
  { kind: "brand", brand_key: "ODD", name: `Odd ${override}`, time_zone: "America/New_York" },
  product("ODD-RAINBOW", `Rainbow Boot ${override}`, shades),
  product("ODD-BAG", "İSTANBUL Çanta", bags),
  ...prices([...shades.map(({ variant_key }) => variant_key), "ODD-BAG-A"], 100, "2025-03-01"),
  ...prices(["ODD-BAG-B"], 110, "2025-03-01"),
  ...prices(["ODD-BAG-A"], 120, "2097-12-01"),
]
