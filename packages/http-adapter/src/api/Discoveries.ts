import { CrawlJobList, DiscoveryList, DiscoverySelection } from "@hangtag/core"
import { listCrawlDiscoveries, listCrawlJobs, selectCrawlDiscoveries } from "@hangtag/core/effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { LastRoute, NotWithout } from "../validation/endpointAnnotations.ts"
import { forCallers, get, patch } from "./endpoint.ts"

/** Crawl jobs, and what each found: listed, and many selected at once. */
export class Discoveries extends HttpApiGroup.make("discoveries")
  .add(
    get(
      listCrawlJobs,
      "/api/crawl-jobs",
      "List Crawl Jobs",
      "Lists the crawl jobs that found something, by id, with how many URLs each found and how many of them are selected; of more than 10,000 the first are counted. The header Link leads to the next page.",
      { success: CrawlJobList },
    ),
    get(
      listCrawlDiscoveries,
      "/api/products/crawl-discoveries/:job_id",
      "List Crawl Discoveries",
      "Lists the URLs that a crawl job found, by id. `already_in_catalog` is the key of the product one of whose attributes is that URL; null, too, to callers without `product:read`. Each word of `search` is a part of URL or title, without accents or case. The header Link leads to the next page.",
      { success: DiscoveryList },
    ).annotate(LastRoute, true),
    patch(
      selectCrawlDiscoveries,
      "/api/products/crawl-discoveries/:job_id",
      "Select Crawl Discoveries",
      "Marks many crawled URLs as selected for import or not, all at one moment; each id has its outcome. A URL that was deselected is not selected when a later crawl finds it.",
      { payload: DiscoverySelection },
    )
      .annotate(NotWithout, "discovery_ids")
      .annotate(LastRoute, true),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Crawl jobs, and what they found.") {}
