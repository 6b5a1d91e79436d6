import type { ListedProduct } from "@hangtag/core"
import { Command } from "effect/cli"
import { listFlags, printList } from "../calls/printList.ts"
import { textFlag } from "../output/flags.ts"
import { orNull, type PageRequest } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"

const describe = ({
  product_key,
  brand_key,
  name,
  version,
  variant_count,
  colorway_count,
}: ListedProduct): string =>
  `${product_key}: ${name}, brand ${brand_key}, version ${version}, ${variant_count} variants in ${colorway_count} colors`

export const products = Command.make(
  "products",
  {
    search: textFlag("search", "Words of key, name or SKUs, in any order"),
    brand: textFlag("brand", "Those of one brand, by its key"),
    label: textFlag("label", "Those with a label"),
    source: textFlag("source", "Those of one source, such as merchant_input"),
    ...listFlags,
  },
  ({ search, brand, label, source, ...list }) =>
    printList(list, "products", describe, ({ listProducts }, caller, page: PageRequest<string>) =>
      listProducts(caller, {
        search: orNull(search),
        brand_key: orNull(brand),
        label: orNull(label),
        source: orNull(source),
        ...page,
      }),
    ),
).pipe(
  withHelp(
    "List products, each with its latest version",
    ["database"],
    ["hangtag products --search boot", "Those with boot in key or name"],
    ["hangtag products --brand NT --limit 1000 --json", "For a program"],
  ),
)
