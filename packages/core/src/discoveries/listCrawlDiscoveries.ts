import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { DiscoveryPage, DiscoveryQuery } from "./CrawlDiscovery.ts"
import { CrawlDiscoveryRepository } from "./CrawlDiscoveryRepository.ts"

/**
 * Lists what a crawl job found, by id. Which product has a URL is shown to those who may also read products
 * (`product:read`), null to others. Fails with `NotFound` where it found nothing at all. Needs `job:create`.
 */
export const listCrawlDiscoveries = operation({
  name: "listCrawlDiscoveries",
  permission: "job:create",
  input: Schema.Struct({ job_id: Key, ...DiscoveryQuery.fields }),
  output: DiscoveryPage,
  errors: [NotFound],
  ports: [CrawlDiscoveryRepository],
  limits: [],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* ({ organization, permissions }, { job_id, ...query }) {
    const { list } = yield* CrawlDiscoveryRepository
    const found = yield* requireFound(list(organization, job_id, query), "crawl job", job_id)
    const { items, ...rest } = pageOf(found, ({ discovery_id }) => discovery_id)
    const mayReadProducts = permissions.has("product:read")
    return {
      ...rest,
      items: mayReadProducts ? items : items.map((item) => ({ ...item, already_in_catalog: null })),
    }
  }),
})
