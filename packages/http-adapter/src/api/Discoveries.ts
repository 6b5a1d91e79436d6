import { CrawlJobList, DiscoveryList, DiscoverySelectionResult } from "@hangtag/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { LastRoute } from "../validation/LastRoute.ts"
import { NotWithout } from "../validation/NotWithout.ts"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { bodyErrors, NotFound } from "./errors.ts"
import { Measurement } from "./Measurement.ts"
import { operation } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"
import { CrawlJobQuery, DiscoveryQuery, DiscoverySelection } from "./requests.ts"

const job = { params: { job_id: Schema.String } }

/** Crawl jobs, and what each found: listed, and many selected at once. */
export class Discoveries extends HttpApiGroup.make("discoveries")
  .add(
    HttpApiEndpoint.get("listCrawlJobs", "/api/crawl-jobs", {
      query: CrawlJobQuery,
      success: CrawlJobList,
    }).annotateMerge(
      operation(
        "job:create",
        "List Crawl Jobs",
        "Lists the crawl jobs that found something, by id, with how many URLs each found and how many of them are selected; of more than 10,000 the first are counted. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.get("listCrawlDiscoveries", "/api/products/crawl-discoveries/:job_id", {
      ...job,
      query: DiscoveryQuery,
      success: DiscoveryList,
      error: NotFound,
    })
      .annotateMerge(
        operation(
          "job:create",
          "List Crawl Discoveries",
          "Lists the URLs that a crawl job found, by id. `already_in_catalog` is the key of the product one of whose attributes is that URL; null, too, to callers without `product:read`. Each word of `search` is a part of URL or title, without accents or case. The header Link leads to the next page.",
        ),
      )
      .annotate(LastRoute, true),
    HttpApiEndpoint.patch("selectCrawlDiscoveries", "/api/products/crawl-discoveries/:job_id", {
      ...job,
      payload: DiscoverySelection,
      success: DiscoverySelectionResult,
      error: [NotFound, ...bodyErrors],
    })
      .annotateMerge(
        operation(
          "job:create",
          "Select Crawl Discoveries",
          "Marks many crawled URLs as selected for import or not, all at one moment; each id has its outcome. A URL that was deselected is not selected when a later crawl finds it.",
          "discovery_ids",
        ),
      )
      .annotate(NotWithout, "discovery_ids")
      .annotate(LastRoute, true),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Crawl jobs, and what they found.") {}
