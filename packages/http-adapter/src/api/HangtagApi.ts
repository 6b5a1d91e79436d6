import {
  BatchRecordPage,
  ColorwayPreview,
  CrawlDiscovery,
  DownloadLink,
  ExportFields,
  ExportPreflight,
  ExportQueued,
  Job,
  PriceExplanation,
  PricePolicy,
  PriceTimeline,
  RepublishFill,
  UpcomingPage,
  VariantSearch,
} from "@hangtag/core"
import { jobLimits, mostMissing } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { BadRequest, Conflict, ContentTooLarge, Gone, NotFound, PreconditionFailed } from "./errors.ts"
import { Idempotency } from "./Idempotency.ts"
import { Measurement } from "./Measurement.ts"
import { completed } from "./openApi.ts"
import { grouped, operation } from "./operation.ts"
import { PriceChanges } from "./PriceChanges.ts"
import { RateLimit } from "./RateLimit.ts"
import {
  AddRecordsByVariantsRequest,
  BatchRecordsQuery,
  ColorwayPrefillRequest,
  DiscoverySelectionUpdate,
  ExplainQuery,
  ExportRequest,
  PreviewQuery,
  PricePolicyRequest,
  ProductTimelineQuery,
  UpcomingQuery,
  VariantSearchQuery,
  VariantTimelineQuery,
} from "./requests.ts"

const Text = Schema.String
const bodyErrors = [BadRequest, ContentTooLarge]

class Pricing extends HttpApiGroup.make("pricing")
  .add(
    HttpApiEndpoint.post("colorwayPrefill", "/api/pricing/map-policy/:brand_key/colorway-prefill", {
      params: { brand_key: Text },
      query: PreviewQuery,
      payload: ColorwayPrefillRequest,
      success: ColorwayPreview,
      error: [NotFound, ...bodyErrors],
    }).annotateMerge(
      operation(
        "price:read",
        "Colorway Prefill",
        "Previews what a price change does to a colorway: each line against the price in force of every variant, and the future records that a new batch would collide with.",
        "preview_pairs",
        "preview_records",
        "preview_warnings",
      ),
    ),
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
      ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(
    OpenApi.Description,
    "Price changes previewed, timelines, explanations and guard rails; republish batches filled.",
  ) {}

class Products extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.post("exportAsync", "/api/products/export-async", {
      payload: ExportRequest,
      success: ExportQueued,
      error: bodyErrors,
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "product:read",
          "Export Async",
          `Queues an export as a background job; poll the job, then ask for its download link. An empty \`product_keys\` takes every product that passes the filters. An organization has at most ${jobLimits.openExports} queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
          "export_keys",
          "export_columns",
        ),
      ),
    HttpApiEndpoint.post("exportPreflight", "/api/products/export-preflight", {
      payload: ExportRequest,
      success: ExportPreflight,
      error: bodyErrors,
    }).annotateMerge(
      operation(
        "product:read",
        "Export Preflight",
        "Tells how many rows and columns an export would have, about how large its file would be, and what may surprise: limits of Excel, empty columns, unknown keys. Queues nothing.",
        "export_keys",
        "export_columns",
      ),
    ),
    HttpApiEndpoint.get("exportFields", "/api/products/export-fields", {
      success: ExportFields,
    }).annotateMerge(
      operation(
        "product:read",
        "Export Fields",
        "Lists what the columns of an export may read: the fields every catalog has, and the organization's attributes with their type, label and how many products have them.",
        "export_fields",
      ),
    ),
    HttpApiEndpoint.patch(
      "updateDiscoverySelection",
      "/api/products/crawl-discoveries/:job_id/:discovery_id",
      {
        params: { job_id: Text, discovery_id: Text },
        payload: DiscoverySelectionUpdate,
        success: CrawlDiscovery,
        error: [NotFound, PreconditionFailed, ...bodyErrors],
      },
    ).annotateMerge(
      operation(
        "job:create",
        "Update Discovery Selection",
        "Marks a crawled URL as selected for import or not.",
      ),
    ),
    HttpApiEndpoint.get("searchVariants", "/api/products/:product_key/variants/search", {
      params: { product_key: Text },
      query: VariantSearchQuery,
      success: VariantSearch,
      error: NotFound,
    }).annotateMerge(
      operation(
        "variant:read",
        "Search Variants",
        "Finds variants of a product by a part of their key, name, color, size, width or vendor color code.",
        "search_text",
      ),
    ),
    HttpApiEndpoint.get("downloadUrl", "/api/products/export/:job_id/download-url", {
      params: { job_id: Text },
      success: DownloadLink,
      error: [NotFound, Conflict, Gone],
    }).annotateMerge(
      operation("product:read", "Download Url", "Mints a link to the file of a completed export."),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Exports, crawl discoveries and variant search.") {}

class Batches extends HttpApiGroup.make("batches")
  .add(
    HttpApiEndpoint.get("listBatchRecords", "/api/catalog/batches/:key/records", {
      params: { key: Text },
      query: BatchRecordsQuery,
      success: BatchRecordPage,
      error: NotFound,
    }).annotateMerge(
      operation(
        "batch:read",
        "List Batch Records",
        "Lists a batch's records by variant key, price type and record key. The header Link leads to the next page, and to every record once even while others are added.",
        "record_offset",
      ),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Records of catalog batches.") {}

class Jobs extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("getJob", "/api/jobs/:job_id", {
      params: { job_id: Text },
      success: Job,
      error: NotFound,
    }).annotateMerge(operation("product:read", "Get Job", "How an export stands.")),
    HttpApiEndpoint.post("cancelJob", "/api/jobs/:job_id/cancel", {
      params: { job_id: Text },
      success: Job,
      error: NotFound,
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation("product:read", "Cancel Job", "Stops an export; one that has ended stays as it is."),
      ),
    HttpApiEndpoint.get("jobEvents", "/api/jobs/:job_id/events", {
      params: { job_id: Text },
      success: HttpApiSchema.StreamSse({ data: Job }),
      error: NotFound,
    }).annotateMerge(
      operation(
        "product:read",
        "Job Events",
        `An export's progress as server-sent events, each the whole job, ending with its end; \`Last-Event-ID\` resumes after the one seen last. A caller follows at most ${jobLimits.streams} at once (\`MAX_EVENT_STREAMS\`, unless the operator has set another), else 429.`,
      ),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Exports under way: their state, events and end.") {}

const Health = Schema.Struct({ status: Schema.Literals(["ok", "unavailable"]) }).annotate({
  identifier: "Health",
})
const Readiness = Schema.Struct({
  status: Schema.Literals(["ok", "unavailable"]),
  checks: Schema.Record(Schema.String, Schema.String),
}).annotate({ identifier: "Readiness" })

class System extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("healthz", "/healthz", { success: Health }).annotateMerge(
      OpenApi.annotations({ summary: "Liveness", description: "The process answers." }),
    ),
    HttpApiEndpoint.get("readyz", "/readyz", {
      success: [Readiness, Readiness.pipe(HttpApiSchema.status(503))],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Readiness", description: "Database and storage answer." }),
    ),
  )
  .annotate(OpenApi.Description, "Whether the process and what it needs answer.") {}

/** Everything that Hangtag answers over HTTP; safe to import in a client (`HttpApiClient.make(HangtagApi)`). */
export class HangtagApi extends HttpApi.make("hangtag")
  .add(Pricing, PriceChanges, Products, Batches, Jobs, System)
  .annotateMerge(
    OpenApi.annotations({
      title: "Catalog, Pricing and Export Service",
      version: "1.0.0",
      description:
        "Product catalogs under price policies: price changes previewed, batches filled, variants found, exports made.",
      transform: completed,
    }),
  ) {}
