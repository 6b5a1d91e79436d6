import { aVariant } from "@hangtag/testkit"
import { describe, expect, it } from "vitest"
import { mostVariants } from "../../src/catalog/CatalogPages.ts"
import { colorwayPage } from "../../src/catalog/rules/colorwayPage.ts"
import { swatch } from "../../src/catalog/rules/swatch.ts"

/** N variants of each color, as a port finds them. */
const found = (...counts: ReadonlyArray<number>) =>
  counts.flatMap((count, color) =>
    Array.from({ length: count }, (_, nth) => ({
      variant: aVariant({
        variant_key: `${color}/${nth}`,
        color: `C${color}`,
        vendor_color_code: `0${color}`,
      }),
      variant_count: count,
    })),
  )

const shown = (page: ReturnType<typeof colorwayPage>) => [
  page.colorways.map(({ color, variants }) => `${color}: ${variants.length}`),
  page.next,
]

describe("a page of colorways", () => {
  it("has all of few colorways", () => {
    expect(shown(colorwayPage(found(2, 1), 2))).toEqual([["C0: 2", "C1: 1"], null])
    expect(shown(colorwayPage([], 2))).toEqual([[], null])
  })
  it("ends with its last colorway", () => {
    expect(shown(colorwayPage(found(2, 3, 1), 2))).toEqual([
      ["C0: 2", "C1: 3"],
      { color: "C1", variant_key: null },
    ])
  })
  it("ends within a colorway where the variants are too many", () => {
    const page = colorwayPage(found(2, mostVariants), 5)
    expect(shown(page)).toEqual([["C0: 2", "C1: 998"], { color: "C1", variant_key: "1/997" }])
    expect(page.colorways[1]!.variant_count).toBe(mostVariants)
  })
  it("ends between two colorways where the variants are just as many", () => {
    expect(shown(colorwayPage(found(mostVariants, 1), 5))).toEqual([
      ["C0: 1000"],
      { color: "C0", variant_key: null },
    ])
  })
  it("tells each vendor color code once", () => {
    expect(colorwayPage(found(3), 1).colorways[0]!.vendor_color_codes).toEqual(["00"])
  })
})

describe("the swatch of a variant", () => {
  it.each([
    [{ color_hex: "#1A2b3C" }, "001", "#1a2b3c"],
    [{ swatch: " fff " }, "001", "#ffffff"],
    [{ swatch: "#000", hex_color: "abc" }, "", "#aabbcc"],
    [{ color_hex: "black", hex: "#123456" }, "", "#123456"],
    [{}, "#C0FFEE", "#c0ffee"],
    [{}, "001", null],
    [{}, "123456", null],
    [{ color_hex: 123456 }, "", null],
    [{ swatch: { key: "#4a3326", label: "Dark Brown" } }, "204", "#4a3326"],
    [{ swatch: { key: "brn", label: "Dark Brown" } }, "204", null],
    [{ color_hex: { key: "#123456" } }, "", "#123456"],
    [{ color_hex: { key: "#123456", unit: "rgb" } }, "", null],
    [{ color_hex: "#12345" }, "", null],
    [{ constructor: "#123456" }, "", null],
  ])("of %j and %j is %j", (attributes, vendor_color_code, expected) =>
    expect(swatch(aVariant({ attributes, vendor_color_code }))).toBe(expected),
  )
})
