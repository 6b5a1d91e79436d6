import type { ExportRow } from "../../catalog/rules/exportCell.ts"
import type { PriceSheetJob } from "../../exports/PriceSheetAsked.ts"
import type { ColumnKind } from "../../exports/rules/columnKind.ts"
import type { ExportProduct } from "../../exports/rules/exportRows.ts"
import { basePriceList } from "../../kernel/basePriceList.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { tokenHeading } from "./sheetColumns.ts"
import { publicId, writeToken } from "./sheetToken.ts"

const named = ["variant_key", "product", "name", "color", "size"] as const

/** What a price sheet that is written is of. */
export interface PriceSheetShape extends Omit<PriceSheetJob["price_sheet"], "product_keys"> {
  readonly organization: string
  readonly at: Instant
}

/** The columns of a price sheet that is written, in their order: what they are called, and what they are for. */
export const priceSheetColumns = (
  price_types: ReadonlyArray<string>,
): ReadonlyArray<{
  readonly heading: string
  readonly kind: ColumnKind
  /** What people may write there; `hidden` is for programs. */
  readonly takes?: "amount" | "date" | "hidden"
}> => [
  ...named.map((heading) => ({ heading, kind: "text" as const })),
  ...price_types.flatMap((type) => [
    { heading: type, kind: "price" as const },
    { heading: `${type} new`, kind: "any" as const, takes: "amount" as const },
    { heading: `${type} from`, kind: "any" as const, takes: "date" as const },
    { heading: `${type} until`, kind: "any" as const, takes: "date" as const },
  ]),
  { heading: tokenHeading, kind: "text", takes: "hidden" },
]

/** The rows of a product of the brand: a variant each, by key. */
export function* priceSheetRows(
  { organization, brand_key, brand, price_types, at }: PriceSheetShape,
  { product, variants, prices }: ExportProduct,
): Generator<ExportRow, void, undefined> {
  if (product.brand_key !== brand_key) return
  const { product_key } = product
  const known = Map.groupBy(prices, ({ variant_key }) => variant_key)
  for (const { variant_key, name, color, size } of variants.toSorted((a, b) =>
    compareText(a.variant_key, b.variant_key),
  )) {
    const own = known.get(variant_key) ?? []
    const seen = price_types.map((price_type) => ({
      ...{ price_type, price_list: basePriceList },
      amount: own.find((price) => price.price_type === price_type)?.amount ?? null,
    }))
    const token = writeToken({
      ...{ organization: publicId(organization), brand_key, brand, variant_key, product_key, at },
      prices: seen,
    })
    const cells = seen.flatMap(
      ({ amount }): ExportRow => [
        amount === null ? null : { kind: "number", text: amount },
        ...[null, null, null],
      ],
    )
    yield [variant_key, product_key, name, color, size, ...cells, token]
  }
}
