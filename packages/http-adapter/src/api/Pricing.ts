import {
  ColorwayPreview,
  PriceExplanation,
  PricePolicy,
  PricePolicyChange,
  PriceTimeline,
  RepublishFill,
  UpcomingPage,
} from "@hangtag/core"
import { mostMissing } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RecordedRoute } from "../validation/RecordedRoute.ts"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { bodyErrors, Conflict, NotFound, PreconditionFailed } from "./errors.ts"
import { Idempotency } from "./Idempotency.ts"
import { Measurement } from "./Measurement.ts"
import { grouped, operation } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"
import {
  AddRecordsByVariantsRequest,
  ColorwayPrefillRequest,
  ExplainQuery,
  PolicyHistoryQuery,
  PreviewQuery,
  PricePolicyRequest,
  ProductTimelineQuery,
  UpcomingQuery,
  VariantTimelineQuery,
} from "./requests.ts"

const Text = Schema.String

/** Price changes previewed, timelines, explanations and guard rails; republish batches filled. */
export class Pricing extends HttpApiGroup.make("pricing")
  .add(
    HttpApiEndpoint.post("colorwayPrefill", "/api/pricing/map-policy/:brand_key/colorway-prefill", {
      params: { brand_key: Text },
      query: PreviewQuery,
      payload: ColorwayPrefillRequest,
      success: ColorwayPreview,
      error: [NotFound, ...bodyErrors],
    })
      .annotateMerge(
        operation(
          "price:read",
          "Colorway Prefill",
          "Previews what a price change does to a colorway: each line against the price in force of every variant, and the future records that a new batch would collide with.",
          "preview_lines",
          "preview_pairs",
          "preview_records",
          "preview_warnings",
        ),
      )
      .annotate(RecordedRoute, true),
    HttpApiEndpoint.get("variantTimeline", "/api/pricing/variants/:variant_key/timeline", {
      params: { variant_key: Text },
      query: VariantTimelineQuery,
      success: PriceTimeline,
      error: NotFound,
    }).annotateMerge(
      operation(
        "price:read",
        "Variant Timeline",
        "What a variant costs over time: for each price type consecutive segments, each from where the one before ends, with the drafts beside them.",
        "timeline_records",
      ),
    ),
    HttpApiEndpoint.get("productTimeline", "/api/pricing/products/:product_key/timeline", {
      params: { product_key: Text },
      query: ProductTimelineQuery,
      success: PriceTimeline,
      error: NotFound,
    }).annotateMerge(
      operation(
        "price:read",
        "Product Timeline",
        "What the variants of a product, or those of one color, cost over time.",
        "timeline_records",
      ),
    ),
    HttpApiEndpoint.get("explainPrice", "/api/pricing/variants/:variant_key/explain", {
      params: { variant_key: Text },
      query: ExplainQuery,
      success: PriceExplanation,
      error: NotFound,
    }).annotateMerge(
      operation(
        "price:read",
        "Explain Price",
        "Why a price is in force at a moment, now unless told: every record in the order in which the rule looks at them.",
        "timeline_records",
      ),
    ),
    HttpApiEndpoint.get("upcoming", "/api/pricing/upcoming", {
      query: UpcomingQuery,
      success: UpcomingPage,
      error: NotFound,
    }).annotateMerge(
      operation(
        "price:read",
        "Upcoming",
        "What goes live next: each instant, batch and colorway in which prices change, with how many and how; from now on unless `from` tells another instant. Days and local times are those of the brand; without `brand_key` an instant has an offset. A page may be short: the header Link leads on to the next as long as there is one.",
        "upcoming_records",
      ),
    ),
    HttpApiEndpoint.get("getPricePolicy", "/api/pricing/map-policy/:brand_key", {
      params: { brand_key: Text },
      success: PricePolicy,
      error: NotFound,
    }).annotateMerge(
      operation(
        "price:read",
        "Get Price Policy",
        "The guard rails of a brand's prices; `ETag` names them for `If-Match`.",
      ),
    ),
    HttpApiEndpoint.put("savePricePolicy", "/api/pricing/map-policy/:brand_key", {
      params: { brand_key: Text },
      payload: PricePolicyRequest,
      success: PricePolicy,
      error: [NotFound, PreconditionFailed, ...bodyErrors],
    }).annotateMerge(
      operation(
        "price:write",
        "Save Price Policy",
        "Gives a brand its guard rails, all of them anew; what is left out is none of that kind.",
        "policy_texts",
      ),
    ),
    HttpApiEndpoint.get("listPolicyChanges", "/api/pricing/map-policy/:brand_key/history", {
      params: { brand_key: Text },
      query: PolicyHistoryQuery,
      success: Schema.Struct({ items: Schema.Array(PricePolicyChange) }).annotate({
        identifier: "PolicyHistory",
      }),
      error: NotFound,
    }).annotateMerge(
      operation(
        "price:read",
        "List Policy Changes",
        "The policies that a brand was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.post("addRecordsByVariants", "/api/pricing/batches/:key/add-records-by-variants", {
      params: { key: Text },
      payload: AddRecordsByVariantsRequest,
      success: RepublishFill,
      error: [NotFound, Conflict, ...bodyErrors],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "price:write",
          "Add Records By Variants",
          `Fills a republish batch with the latest active prices of the variants. Of more than ${grouped.format(mostMissing.pairs)} pairs that could not be resolved \`missing\` lists the first, and \`missing_counts\` counts all by reason.`,
          "fill_pairs",
          "fill_types",
        ),
      )
      .annotate(RecordedRoute, true),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(
    OpenApi.Description,
    "Price changes previewed, timelines, explanations and guard rails; republish batches filled.",
  ) {}
