import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { currentInstant } from "../kernel/currentInstant.ts"
import { NotFound } from "../kernel/errors.ts"
import { pageOf } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import {
  type CrawlJobPage,
  type CrawlJobQuery,
  type DiscoveryPage,
  type DiscoveryQuery,
  type DiscoverySelection,
  type DiscoverySelectionResult,
  mostCountedOfJob,
} from "./CrawlDiscovery.ts"
import { CrawlDiscoveryRepository } from "./CrawlDiscoveryRepository.ts"

const unknownJob = (key: string) => new NotFound({ resource: "crawl job", key })

/** Lists the crawl jobs that found something, by id. Needs `job:create`. */
export const listCrawlJobs = Effect.fn("listCrawlJobs")(function* (
  principal: Principal,
  query: CrawlJobQuery,
) {
  yield* requirePermission(principal, "job:create")
  const { jobs } = yield* CrawlDiscoveryRepository
  const found = yield* jobs(principal.organization, { ...query, most: mostCountedOfJob })
  const page: CrawlJobPage = pageOf(found, ({ job_id }) => job_id)
  return page
})

/**
 * Lists what a crawl job found, by id. Which product has a URL is told to those who may also read products
 * (`product:read`), null to others. Fails with `NotFound` where it found nothing at all. Needs `job:create`.
 */
export const listCrawlDiscoveries = Effect.fn("listCrawlDiscoveries")(function* (
  principal: Principal,
  job_id: string,
  query: DiscoveryQuery,
) {
  yield* requirePermission(principal, "job:create")
  const { list } = yield* CrawlDiscoveryRepository
  const found = yield* list(principal.organization, job_id, query)
  if (Option.isNone(found)) return yield* unknownJob(job_id)
  const { items, ...rest } = pageOf(found.value, ({ discovery_id }) => discovery_id)
  const mayReadProducts = principal.permissions.has("product:read")
  const page: DiscoveryPage = {
    ...rest,
    items: mayReadProducts ? items : items.map((item) => ({ ...item, already_in_catalog: null })),
  }
  return page
})

/**
 * Marks many URLs of one crawl job as selected for import or not, all at one moment; each id gets its outcome. Fails with
 * `NotFound` for an unknown job, and with `LimitExceeded` (`discovery_ids`). Needs `job:create`.
 */
export const selectCrawlDiscoveries = Effect.fn("selectCrawlDiscoveries")(function* (
  principal: Principal,
  job_id: string,
  { discovery_ids, selected }: DiscoverySelection,
) {
  yield* requirePermission(principal, "job:create")
  yield* requireWithin("discovery_ids", discovery_ids.length, ["discovery_ids"])
  const { selectMany } = yield* CrawlDiscoveryRepository
  const ids = [...new Set(discovery_ids)]
  const at = yield* currentInstant
  const found = yield* selectMany(principal.organization, job_id, ids, selected, at)
  if (Option.isNone(found)) return yield* unknownJob(job_id)
  const outcomes = ids.map((discovery_id) => ({
    discovery_id,
    outcome: found.value.get(discovery_id) ?? ("not_found" as const),
  }))
  const counts = { changed: 0, unchanged: 0, not_found: 0 }
  for (const { outcome } of outcomes) counts[outcome]++
  const result: DiscoverySelectionResult = { job_id, selected, ...counts, outcomes }
  return result
})
