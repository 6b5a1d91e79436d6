import {
  AddRecordsByVariantsRequest,
  ColorwayPrefillRequest,
  ColorwayPreview,
  ColorwayPricesList,
  PolicyHistory,
  PriceExplanation,
  PricePolicy,
  PriceTimeline,
  RepublishFill,
  ResolvedPrices,
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
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { Idempotency } from "./Idempotency.ts"
import { errorsOf, grouped, served } from "./served.ts"

const Text = Schema.String

/** Price changes previewed, timelines, explanations and guard rails; republish batches filled. */
export class Pricing extends HttpApiGroup.make("pricing")
  .add(
    HttpApiEndpoint.post(previewColorway.name, "/api/pricing/map-policy/:brand_key/colorway-prefill", {
      params: { brand_key: Text },
      query: queryOf(previewColorway.input, ["brand_key", "product_key", "color", "lines"]),
      payload: ColorwayPrefillRequest,
      success: ColorwayPreview,
      error: errorsOf(previewColorway, "with body"),
    }).annotateMerge(
      served(
        previewColorway,
        "Colorway Prefill",
        "Previews what a price change does to a colorway: each line against the price in force of every variant, and the future records that a new batch would collide with. `price_list` is the list of lines that name none, and of a preview without lines. With `show_lists` each line says which price lists below its own would show it (`shown_in`), and which would not, for a price of their own (`overridden_in`).",
      ),
    ),
    HttpApiEndpoint.get(variantTimeline.name, "/api/pricing/variants/:variant_key/timeline", {
      params: { variant_key: Text },
      query: queryOf(variantTimeline.input, ["variant_key"]),
      success: PriceTimeline,
      error: errorsOf(variantTimeline),
    }).annotateMerge(
      served(
        variantTimeline,
        "Variant Timeline",
        "What a variant costs over time: for each price type consecutive segments, each from where the one before ends, with the drafts beside them.",
      ),
    ),
    HttpApiEndpoint.get(productTimeline.name, "/api/pricing/products/:product_key/timeline", {
      params: { product_key: Text },
      query: queryOf(productTimeline.input, ["product_key"]),
      success: PriceTimeline,
      error: errorsOf(productTimeline),
    }).annotateMerge(
      served(
        productTimeline,
        "Product Timeline",
        "What the variants of a product, or those of one color, cost over time.",
      ),
    ),
    HttpApiEndpoint.get(explainVariantPrice.name, "/api/pricing/variants/:variant_key/explain", {
      params: { variant_key: Text },
      query: queryOf(explainVariantPrice.input, ["variant_key"]),
      success: PriceExplanation,
      error: errorsOf(explainVariantPrice),
    }).annotateMerge(
      served(
        explainVariantPrice,
        "Explain Price",
        "Why a price is in force at a moment, now by default: every record in the order in which the rule looks at them.",
      ),
    ),
    HttpApiEndpoint.post(resolvePrices.name, "/api/pricing/prices", {
      payload: ResolvedPricesRequest,
      success: ResolvedPrices,
      error: errorsOf(resolvePrices, "with body"),
    }).annotateMerge(
      served(
        resolvePrices,
        "Resolve Prices",
        "What a price list shows of some variants at a moment, now by default: its own prices in force, else those of the first list above it that has one. A read: keys stand in the body since a thousand of them fit in no address.",
      ),
    ),
    HttpApiEndpoint.get(listColorwayPrices.name, "/api/pricing/prices", {
      query: queryOf(listColorwayPrices.input),
      success: ColorwayPricesList,
      error: errorsOf(listColorwayPrices),
    }).annotateMerge(
      served(
        listColorwayPrices,
        "List Colorway Prices",
        "What a price list shows of colorways now: a row a colorway, with the lowest and highest price in force of each price type and the next change; narrowed by product, color, keys and by what prices are, sorted by any column. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.get(listUpcomingPrices.name, "/api/pricing/upcoming", {
      query: queryOf(listUpcomingPrices.input),
      success: UpcomingList,
      error: errorsOf(listUpcomingPrices),
    }).annotateMerge(
      served(
        listUpcomingPrices,
        "Upcoming",
        "What goes live next: each instant, batch and colorway in which prices change, with how many and how; from now on unless `from` tells another instant. Days and local times are those of the brand; without `brand_key` an instant has an offset. A page may be short: the header Link leads on to the next as long as there is one.",
      ),
    ),
    HttpApiEndpoint.get(getPricePolicy.name, "/api/pricing/map-policy/:brand_key", {
      params: { brand_key: Text },
      success: PricePolicy,
      error: errorsOf(getPricePolicy),
    }).annotateMerge(
      served(
        getPricePolicy,
        "Get Price Policy",
        "The guard rails of a brand's prices; `ETag` names them for `If-Match`.",
        { etag: true },
      ),
    ),
    HttpApiEndpoint.put(savePricePolicy.name, "/api/pricing/map-policy/:brand_key", {
      params: { brand_key: Text },
      payload: PricePolicyRequest,
      success: PricePolicy,
      error: errorsOf(savePricePolicy, "with body"),
    }).annotateMerge(
      served(
        savePricePolicy,
        "Save Price Policy",
        "Gives a brand its guard rails, all of them anew; what is left out is none of that kind.",
      ),
    ),
    HttpApiEndpoint.get(listPolicyChanges.name, "/api/pricing/map-policy/:brand_key/history", {
      params: { brand_key: Text },
      query: queryOf(listPolicyChanges.input, ["brand_key"]),
      success: PolicyHistory,
      error: errorsOf(listPolicyChanges),
    }).annotateMerge(
      served(
        listPolicyChanges,
        "List Policy Changes",
        "The policies that a brand was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.post(addRecordsByVariants.name, "/api/pricing/batches/:key/add-records-by-variants", {
      params: { key: Text },
      payload: AddRecordsByVariantsRequest,
      success: RepublishFill,
      error: errorsOf(addRecordsByVariants, "with body"),
    })
      .middleware(Idempotency)
      .annotateMerge(
        served(
          addRecordsByVariants,
          "Add Records By Variants",
          `Fills a republish batch with the latest active prices of the variants. Of more than ${grouped.format(mostMissing.pairs)} pairs that could not be resolved \`missing\` lists the first, and \`missing_counts\` counts all by reason.`,
          {
            names: { batch_key: "key" },
          },
        ),
      ),
  )
  .annotate(
    OpenApi.Description,
    "Price changes previewed, timelines, explanations and guard rails; republish batches filled.",
  ) {}
