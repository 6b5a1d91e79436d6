import type { ColorwayPlace, ListedColorway, ProductDetails } from "@hangtag/core"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { argument, textFlag } from "../output/flags.ts"
import { limitFlag, orNull, type PageRequest, paginate } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"

/** Colorways of which pages have parts, each as one. */
const whole = (parts: ReadonlyArray<ListedColorway>): ReadonlyArray<ListedColorway> =>
  [...Map.groupBy(parts, ({ color }) => color).values()].map((each) => ({
    ...each[0]!,
    variants: each.flatMap(({ variants }) => variants),
  }))

const describe = (product: Omit<ProductDetails, "next"> & { readonly is_complete: boolean }): string =>
  [
    `${product.product_key}: ${product.name}, brand ${product.brand.brand_key}, version ${product.version}, ${product.variant_count} variants in ${product.total} colors`,
    `  ${product.source}${product.labels.length === 0 ? "" : `, labels ${product.labels.join(", ")}`}, updated ${product.updated_at}`,
    ...product.colorways.flatMap(({ color, swatch, variant_count, variants }) => [
      `  ${color}${swatch === null ? "" : ` ${swatch}`}: ${variant_count} variants`,
      ...variants.map(
        ({ variant_key, name, size, width }) => `    ${variant_key}: ${name}, ${size} ${width}`,
      ),
    ]),
    ...(product.is_complete ? [] : ["and more: ask for them with --limit"]),
  ].join("\n")

export const product = Command.make(
  "product",
  {
    key: argument("product", "The product's key"),
    color: textFlag("color", "Only this color"),
    limit: limitFlag,
    organization: organizationFlag,
  },
  ({ key, color, limit, organization }) =>
    runAndPrint(
      organization,
      ({ getProduct }, caller) =>
        Effect.gen(function* () {
          let found: ProductDetails | undefined
          const { items, is_complete } = yield* paginate(limit, (page: PageRequest<ColorwayPlace>) =>
            Effect.map(getProduct(caller, { product_key: key, color: orNull(color), ...page }), (part) => {
              found ??= part
              return { ...part, items: part.colorways }
            }),
          )
          const { next: _, ...first } = found!
          return { ...first, colorways: whole(items), is_complete }
        }),
      describe,
    ),
).pipe(
  withHelp(
    "Show a product with its colorways and their variants",
    ["database"],
    ["hangtag product NT-RIDGE-BOOT --color Black", "One colorway of the demo catalog"],
  ),
)
