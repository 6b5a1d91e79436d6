import * as Effect from "effect/Effect"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { CrawlJobPage, CrawlJobQuery, mostCountedOfJob } from "./CrawlDiscovery.ts"
import { CrawlDiscoveryRepository } from "./CrawlDiscoveryRepository.ts"

/** Lists the crawl jobs that found something, by id. Needs `job:create`. */
export const listCrawlJobs = operation({
  name: "listCrawlJobs",
  permission: "job:create",
  input: CrawlJobQuery,
  output: CrawlJobPage,
  errors: [],
  ports: [CrawlDiscoveryRepository],
  limits: [],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* ({ organization }, query) {
    const { jobs } = yield* CrawlDiscoveryRepository
    const found = yield* jobs(organization, { ...query, most: mostCountedOfJob })
    return pageOf(found, ({ job_id }) => job_id)
  }),
})
