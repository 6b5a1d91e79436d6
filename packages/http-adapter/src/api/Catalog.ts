import { BrandList, ProductList, ProductWithColorways } from "@hangtag/core"
import { getProduct, listBrands, listProducts } from "@hangtag/core/effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { LastRoute } from "../validation/endpointAnnotations.ts"
import { forCallers, get } from "./endpoint.ts"

/** Brands and products to choose from. Behind `Products`, whose paths win over `/api/products/{product_key}`. */
export class Catalog extends HttpApiGroup.make("catalog")
  .add(
    get(
      listBrands,
      "/api/brands",
      "List Brands",
      "Lists brands by key. Each word of `search` is a part of key or name, without accents or case. The header Link leads to the next page.",
      { success: BrandList },
    ),
    get(
      listProducts,
      "/api/products",
      "List Products",
      "Lists products by key, each with its latest version, which `label` and `source` are exactly those of. Each word of `search` is a part of its key, its name, or the key of a variant, without accents or case: the exact key comes first, then keys that begin so. The header Link leads to the next page.",
      { success: ProductList },
    ),
    get(
      getProduct,
      "/api/products/:product_key",
      "Get Product",
      "A product with its newest 100 versions and its colorways by color, each with its variants by key; `limit` counts colorways. A page has at most 1,000 variants: a colorway may go on on the next page, which the header Link leads to.",
      { success: ProductWithColorways },
    ).annotate(LastRoute, true),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Brands and products to choose from.") {}
