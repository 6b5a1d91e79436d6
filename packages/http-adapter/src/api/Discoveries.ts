import { CrawlJobList, DiscoveryList, DiscoverySelection, DiscoverySelectionResult } from "@hangtag/core"
import { listCrawlDiscoveries, listCrawlJobs, selectCrawlDiscoveries } from "@hangtag/core/effect"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { LastRoute, NotWithout } from "../validation/endpointAnnotations.ts"
import { queryOf } from "../validation/queryOf.ts"
import { errorsOf, served } from "./served.ts"

const Text = Schema.String

/** Crawl jobs, and what each found: listed, and many selected at once. */
export class Discoveries extends HttpApiGroup.make("discoveries")
  .add(
    HttpApiEndpoint.get(listCrawlJobs.name, "/api/crawl-jobs", {
      query: queryOf(listCrawlJobs.input),
      success: CrawlJobList,
    }).annotateMerge(
      served(
        listCrawlJobs,
        "List Crawl Jobs",
        "Lists the crawl jobs that found something, by id, with how many URLs each found and how many of them are selected; of more than 10,000 the first are counted. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.get(listCrawlDiscoveries.name, "/api/products/crawl-discoveries/:job_id", {
      params: { job_id: Text },
      query: queryOf(listCrawlDiscoveries.input, ["job_id"]),
      success: DiscoveryList,
      error: errorsOf(listCrawlDiscoveries),
    })
      .annotateMerge(
        served(
          listCrawlDiscoveries,
          "List Crawl Discoveries",
          "Lists the URLs that a crawl job found, by id. `already_in_catalog` is the key of the product one of whose attributes is that URL; null, too, to callers without `product:read`. Each word of `search` is a part of URL or title, without accents or case. The header Link leads to the next page.",
        ),
      )
      .annotate(LastRoute, true),
    HttpApiEndpoint.patch(selectCrawlDiscoveries.name, "/api/products/crawl-discoveries/:job_id", {
      params: { job_id: Text },
      payload: DiscoverySelection,
      success: DiscoverySelectionResult,
      error: errorsOf(selectCrawlDiscoveries, "with body"),
    })
      .annotateMerge(
        served(
          selectCrawlDiscoveries,
          "Select Crawl Discoveries",
          "Marks many crawled URLs as selected for import or not, all at one moment; each id has its outcome. A URL that was deselected is not selected when a later crawl finds it.",
        ),
      )
      .annotate(NotWithout, "discovery_ids")
      .annotate(LastRoute, true),
  )
  .annotate(OpenApi.Description, "Crawl jobs, and what they found.") {}
