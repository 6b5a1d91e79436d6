import {
  AddRecordsByVariantsRequest,
  ColorwayPrefillRequest,
  ColorwayPricesList,
  PolicyHistory,
  ResolvedPricesRequest,
  UpcomingList,
} from "@hangtag/core"
import { mostMissing, PricePolicyRequest } from "@hangtag/core/adapter"
import {
  addRecordsByVariants,
  explainVariantPrice,
  getPricePolicy,
  listColorwayPrices,
  listPolicyChanges,
  listUpcomingPrices,
  previewColorway,
  productTimeline,
  resolvePrices,
  savePricePolicy,
  variantTimeline,
} from "@hangtag/core/effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { forCallers, get, post, put } from "./endpoint.ts"
import { Idempotency } from "./Idempotency.ts"
import { grouped } from "./served.ts"

/** Price changes previewed, timelines, explanations and guard rails; republish batches filled. */
export class Pricing extends HttpApiGroup.make("pricing")
  .add(
    post(
      previewColorway,
      "/api/pricing/map-policy/:brand_key/colorway-prefill",
      "Colorway Prefill",
      "Previews what a price change does to a colorway: each line against the price in force of every variant, and the future records that a new batch would collide with. `price_list` is the list of lines that name none, and of a preview without lines. With `show_lists` each line says which price lists below its own would show it (`shown_in`), and which would not, for a price of their own (`overridden_in`).",
      {
        query: queryOf(previewColorway.input, ["brand_key", "product_key", "color", "lines"]),
        payload: ColorwayPrefillRequest,
      },
    ),
    get(
      variantTimeline,
      "/api/pricing/variants/:variant_key/timeline",
      "Variant Timeline",
      "What a variant costs over time: for each price type consecutive segments, each from where the one before ends, with the drafts beside them.",
    ),
    get(
      productTimeline,
      "/api/pricing/products/:product_key/timeline",
      "Product Timeline",
      "What the variants of a product, or those of one color, cost over time.",
    ),
    get(
      explainVariantPrice,
      "/api/pricing/variants/:variant_key/explain",
      "Explain Price",
      "Why a price is in force at a moment, now by default: every record in the order in which the rule looks at them.",
    ),
    post(
      resolvePrices,
      "/api/pricing/prices",
      "Resolve Prices",
      "What a price list shows of some variants at a moment, now by default: its own prices in force, else those of the first list above it that has one. A read: keys stand in the body since a thousand of them fit in no address.",
      { payload: ResolvedPricesRequest },
    ),
    get(
      listColorwayPrices,
      "/api/pricing/prices",
      "List Colorway Prices",
      "What a price list shows of colorways now: a row a colorway, with the lowest and highest price in force of each price type and the next change; narrowed by product, color, keys and by what prices are, sorted by any column. The header Link leads to the next page.",
      { success: ColorwayPricesList },
    ),
    get(
      listUpcomingPrices,
      "/api/pricing/upcoming",
      "Upcoming",
      "What goes live next: each instant, batch and colorway in which prices change, with how many and how; from now on unless `from` tells another instant. Days and local times are those of the brand; without `brand_key` an instant has an offset. A page may be short: the header Link leads on to the next as long as there is one.",
      { success: UpcomingList },
    ),
    get(
      getPricePolicy,
      "/api/pricing/map-policy/:brand_key",
      "Get Price Policy",
      "The guard rails of a brand's prices; `ETag` names them for `If-Match`.",
      { etag: true },
    ),
    put(
      savePricePolicy,
      "/api/pricing/map-policy/:brand_key",
      "Save Price Policy",
      "Gives a brand its guard rails, all of them anew; what is left out is none of that kind.",
      { payload: PricePolicyRequest },
    ),
    get(
      listPolicyChanges,
      "/api/pricing/map-policy/:brand_key/history",
      "List Policy Changes",
      "The policies that a brand was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page.",
      { success: PolicyHistory },
    ),
    post(
      addRecordsByVariants,
      "/api/pricing/batches/:key/add-records-by-variants",
      "Add Records By Variants",
      `Fills a republish batch with the latest active prices of the variants. Of more than ${grouped.format(mostMissing.pairs)} pairs that could not be resolved \`missing\` lists the first, and \`missing_counts\` counts all by reason.`,
      { payload: AddRecordsByVariantsRequest, names: { batch_key: "key" } },
    ).middleware(Idempotency),
  )
  .pipe(forCallers)
  .annotate(
    OpenApi.Description,
    "Price changes previewed, timelines, explanations and guard rails; republish batches filled.",
  ) {}
