import type { PriceAdjustment } from "@hangtag/client"
import { api } from "../../app/api.ts"

export type Colorways = Awaited<ReturnType<typeof api.adjustPrices>>["colorways"]
export type Colorway = Colorways[number]

/** Products of a question: some hundred colorways. */
const size = 50
/** Questions that may find nothing, where products have no variant. */
const mostRounds = 20

const keysAfter = async (
  brand_key: string,
  { selection: { product_keys, label_keys, source } }: PriceAdjustment,
  after: string,
): Promise<ReadonlyArray<string>> => {
  if (product_keys != null)
    return [...new Set(product_keys)]
      .sort()
      .filter((key) => key > after)
      .slice(0, size)
  const [label] = label_keys?.length === 1 ? label_keys : []
  const asked = { brand_key, after, limit: size, ...(label && { label }), ...(source && { source }) }
  return (await api.listProducts(asked)).items.map(({ product_key }) => product_key)
}

/**
 * The colorways that follow those known: adjusted product by product. `after` alone would adjust all before them again for
 * every page, since an answer adds up everything that is selected.
 */
export const colorwaysAfter = async (
  brand_key: string,
  body: PriceAdjustment,
  known: Colorways,
): Promise<Colorways> => {
  const { label_keys, colors } = body.selection
  const last = known.at(-1)
  const after = last && { after: JSON.stringify([last.product_key, last.color]) }
  // which products have any of these is the server's to know
  if (colors != null || (label_keys?.length ?? 0) > 1)
    return (await api.adjustPrices({ brand_key, ...body, dry_run: true, ...after })).colorways
  let at = last?.product_key ?? ""
  for (let round = 0; round < mostRounds; round++) {
    const keys = await keysAfter(brand_key, body, at)
    const product_keys = at === "" ? keys : [at, ...keys]
    const { leave_out = [], ...rest } = body
    const { colorways } = await api.adjustPrices({
      ...rest,
      brand_key,
      ...after,
      dry_run: true,
      selection: { ...body.selection, all: false, product_keys },
      // only what is selected can be left out
      leave_out: leave_out.filter(({ product_key }) => product_keys.includes(product_key)),
    })
    if (colorways.length > 0 || keys.length === 0) return colorways
    at = keys.at(-1)!
  }
  return []
}
