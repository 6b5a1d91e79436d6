import type { Variant } from "../Catalog.ts"
import { type ColorwayPlace, type ListedColorway, mostVariants } from "../CatalogPages.ts"
import { inColorwayOrder } from "./compareSizes.ts"
import { swatch } from "./swatch.ts"

/** A variant with how many its colorway has in all. */
export interface ColorwayVariant {
  readonly variant: Variant
  readonly variant_count: number
}

/** One color of the page, from the part of its variants that the page has. */
const colorway = (color: string, part: ReadonlyArray<ColorwayVariant>): ListedColorway => {
  const variants = part.map(({ variant }) => variant)
  return {
    color,
    swatch: variants.map(swatch).find((each) => each !== null) ?? null,
    vendor_color_codes: [...new Set(variants.map((each) => each.vendor_color_code))].filter(
      (each) => each !== "",
    ),
    variant_count: part[0]!.variant_count,
    variants: inColorwayOrder(variants).map(({ variant_key, name, size, width, vendor_color_code }) => ({
      variant_key,
      name,
      size,
      width,
      vendor_color_code,
    })),
  }
}

/**
 * The first `limit` colorways, with `mostVariants` variants at most, and where the next page begins. `found`: variants by
 * color and key, those of one colorway more than the limit or one more than `mostVariants`, where there are as many.
 */
export const colorwayPage = (
  found: ReadonlyArray<ColorwayVariant>,
  limit: number,
): { readonly colorways: ReadonlyArray<ListedColorway>; readonly next: ColorwayPlace | null } => {
  const byColor = [...Map.groupBy(found.slice(0, mostVariants), ({ variant }) => variant.color)]
  const page = byColor.slice(0, limit)
  const [color, part] = page.at(-1) ?? []
  const last = part?.at(-1)?.variant
  const following = found[page.reduce((count, [, each]) => count + each.length, 0)]?.variant
  return {
    colorways: page.map(([each, variants]) => colorway(each, variants)),
    next:
      last === undefined || following === undefined
        ? null
        : { color: color!, variant_key: following.color === color ? last.variant_key : null },
  }
}
