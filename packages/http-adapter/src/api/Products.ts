import {
  CrawlDiscovery,
  DownloadLink,
  ExportFields,
  ExportPreflight,
  ExportQueued,
  VariantSearch,
} from "@hangtag/core"
import { jobLimits } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RecordedRoute } from "../validation/RecordedRoute.ts"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { bodyErrors, Conflict, Gone, NotFound, PreconditionFailed } from "./errors.ts"
import { Idempotency } from "./Idempotency.ts"
import { Measurement } from "./Measurement.ts"
import { asItsFile, operation, pricesToo } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"
import { DiscoverySelectionUpdate, ExportRequest, VariantSearchQuery } from "./requests.ts"

const Text = Schema.String

/** Exports, crawl discoveries and variant search. */
export class Products extends HttpApiGroup.make("products")
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
          `Queues an export as a background job; poll the job, then ask for its download link. An empty \`product_keys\` takes every product that passes the filters. ${pricesToo} An organization has at most ${jobLimits.openExports} queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
          "export_keys",
          "export_columns",
        ),
      )
      .annotate(RecordedRoute, true),
    HttpApiEndpoint.post("exportPreflight", "/api/products/export-preflight", {
      payload: ExportRequest,
      success: ExportPreflight,
      error: bodyErrors,
    }).annotateMerge(
      operation(
        "product:read",
        "Export Preflight",
        `Tells how many rows and columns an export would have, about how large its file would be, and what may surprise: limits of Excel, empty columns, unknown keys. Queues nothing. ${pricesToo}`,
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
    )
      .annotateMerge(
        operation(
          "job:create",
          "Update Discovery Selection",
          "Marks a crawled URL as selected for import or not.",
        ),
      )
      .annotate(RecordedRoute, true),
    HttpApiEndpoint.get("searchVariants", "/api/products/:product_key/variants/search", {
      params: { product_key: Text },
      query: VariantSearchQuery,
      success: VariantSearch,
      error: NotFound,
    })
      .annotateMerge(
        operation(
          "variant:read",
          "Search Variants",
          "Finds variants of a product by a part of their key, name, color, size, width or vendor color code.",
          "search_text",
        ),
      )
      .annotate(RecordedRoute, true),
    HttpApiEndpoint.get("downloadUrl", "/api/products/export/:job_id/download-url", {
      params: { job_id: Text },
      success: DownloadLink,
      error: [NotFound, Conflict, Gone],
    }).annotateMerge(
      operation(
        "product:read",
        "Download Url",
        `Mints a link to the file of a completed export. ${asItsFile}`,
      ),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Exports, crawl discoveries and variant search.") {}
