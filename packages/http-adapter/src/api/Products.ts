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
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { forCallers, get, patch, post } from "./endpoint.ts"
import { Idempotency } from "./Idempotency.ts"
import { asItsFile, pricesToo } from "./served.ts"

const DiscoverySelectionUpdate = Schema.Struct({
  selected: selectCrawlDiscovery.input.fields.selected,
}).annotate({
  identifier: "DiscoverySelectionUpdate",
})

/** Exports, crawl discoveries and variant search. */
export class Products extends HttpApiGroup.make("products")
  .add(
    post(
      queueExport,
      "/api/products/export-async",
      "Export Async",
      `Queues an export as a background job; poll the job, then ask for its download link. An empty \`product_keys\` takes every product that passes the filters. ${pricesToo} An organization has at most ${jobLimits.openExports} queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
      { payload: ExportAsked },
    ).middleware(Idempotency),
    post(
      preflightExport,
      "/api/products/export-preflight",
      "Export Preflight",
      `Tells how many rows and columns an export would have, about how large its file would be, and what may surprise: limits of Excel, empty columns, unknown keys. Queues nothing. ${pricesToo}`,
      { payload: ExportAsked },
    ),
    get(
      listExportFields,
      "/api/products/export-fields",
      "Export Fields",
      "Lists what the columns of an export may read: the fields every catalog has, and the organization's attributes with their type, label and how many products have them.",
    ),
    patch(
      selectCrawlDiscovery,
      "/api/products/crawl-discoveries/:job_id/:discovery_id",
      "Update Discovery Selection",
      "Marks a crawled URL as selected for import or not.",
      { payload: DiscoverySelectionUpdate },
    ),
    get(
      searchVariants,
      "/api/products/:product_key/variants/search",
      "Search Variants",
      "Finds variants of a product by a part of their key, name, color, size, width or vendor color code.",
      {
        query: queryOf(searchVariants.input, ["product_key", "text"], {
          q: searchVariants.input.fields.text,
        }),
        names: { text: "q" },
      },
    ),
    get(
      downloadLink,
      "/api/products/export/:job_id/download-url",
      "Download Url",
      `Mints a link to the file of a completed export. ${asItsFile}`,
      {
        body: ({ url, ...link }, basePath) => ({
          ...link,
          // one that names no host leads to where the API is mounted
          url: url.startsWith("/") ? basePath + url : url,
        }),
      },
    ),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Exports, crawl discoveries and variant search.") {}
