import {
  CrawlDiscovery,
  DownloadLink,
  ExportFields,
  ExportPreflight,
  ExportQueued,
  VariantSearch,
} from "@hangtag/core"
import { ExportAsked, jobLimits } from "@hangtag/core/adapter"
import {
  downloadLink,
  listExportFields,
  preflightExport,
  queueExport,
  searchVariants,
  selectCrawlDiscovery,
} from "@hangtag/core/effect"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { Idempotency } from "./Idempotency.ts"
import { asItsFile, errorsOf, pricesToo, served } from "./served.ts"

const Text = Schema.String
const DiscoverySelectionUpdate = Schema.Struct({
  selected: selectCrawlDiscovery.input.fields.selected,
}).annotate({
  identifier: "DiscoverySelectionUpdate",
})

/** Exports, crawl discoveries and variant search. */
export class Products extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.post(queueExport.name, "/api/products/export-async", {
      payload: ExportAsked,
      success: ExportQueued,
      error: errorsOf(queueExport, "with body"),
    })
      .middleware(Idempotency)
      .annotateMerge(
        served(
          queueExport,
          "Export Async",
          `Queues an export as a background job; poll the job, then ask for its download link. An empty \`product_keys\` takes every product that passes the filters. ${pricesToo} An organization has at most ${jobLimits.openExports} queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
        ),
      ),
    HttpApiEndpoint.post(preflightExport.name, "/api/products/export-preflight", {
      payload: ExportAsked,
      success: ExportPreflight,
      error: errorsOf(preflightExport, "with body"),
    }).annotateMerge(
      served(
        preflightExport,
        "Export Preflight",
        `Tells how many rows and columns an export would have, about how large its file would be, and what may surprise: limits of Excel, empty columns, unknown keys. Queues nothing. ${pricesToo}`,
      ),
    ),
    HttpApiEndpoint.get(listExportFields.name, "/api/products/export-fields", {
      success: ExportFields,
    }).annotateMerge(
      served(
        listExportFields,
        "Export Fields",
        "Lists what the columns of an export may read: the fields every catalog has, and the organization's attributes with their type, label and how many products have them.",
      ),
    ),
    HttpApiEndpoint.patch(
      selectCrawlDiscovery.name,
      "/api/products/crawl-discoveries/:job_id/:discovery_id",
      {
        params: { job_id: Text, discovery_id: Text },
        payload: DiscoverySelectionUpdate,
        success: CrawlDiscovery,
        error: errorsOf(selectCrawlDiscovery, "with body"),
      },
    ).annotateMerge(
      served(
        selectCrawlDiscovery,
        "Update Discovery Selection",
        "Marks a crawled URL as selected for import or not.",
      ),
    ),
    HttpApiEndpoint.get(searchVariants.name, "/api/products/:product_key/variants/search", {
      params: { product_key: Text },
      query: queryOf(searchVariants.input, ["product_key", "text"], { q: searchVariants.input.fields.text }),
      success: VariantSearch,
      error: errorsOf(searchVariants),
    }).annotateMerge(
      served(
        searchVariants,
        "Search Variants",
        "Finds variants of a product by a part of their key, name, color, size, width or vendor color code.",
        { names: { text: "q" } },
      ),
    ),
    HttpApiEndpoint.get(downloadLink.name, "/api/products/export/:job_id/download-url", {
      params: { job_id: Text },
      success: DownloadLink,
      error: errorsOf(downloadLink),
    }).annotateMerge(
      served(downloadLink, "Download Url", `Mints a link to the file of a completed export. ${asItsFile}`, {
        body: ({ url, ...link }, basePath) => ({
          ...link,
          // one that names no host leads to where the API is mounted
          url: url.startsWith("/") ? basePath + url : url,
        }),
      }),
    ),
  )
  .annotate(OpenApi.Description, "Exports, crawl discoveries and variant search.") {}
