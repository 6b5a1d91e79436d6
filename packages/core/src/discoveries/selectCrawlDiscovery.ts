import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { currentInstant } from "../kernel/currentInstant.ts"
import { NotFound } from "../kernel/errors.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import type { CrawlDiscovery } from "./CrawlDiscovery.ts"
import { CrawlDiscoveryRepository } from "./CrawlDiscoveryRepository.ts"

/**
 * Marks a crawled URL as selected for import or not. Fails with `NotFound`, and with `ChangedMeanwhile` where
 * `expected` refuses it as it is. Needs `job:create`.
 */
export const selectCrawlDiscovery = Effect.fn("selectCrawlDiscovery")(function* (
  principal: Principal,
  key: { readonly job_id: string; readonly discovery_id: string },
  selected: boolean,
  expected?: (current: CrawlDiscovery) => boolean,
) {
  yield* requirePermission(principal, "job:create")
  const discoveries = yield* CrawlDiscoveryRepository
  const at = yield* currentInstant
  const found = yield* discoveries.select(principal.organization, key, selected, at, expected)
  if (Option.isNone(found)) {
    return yield* new NotFound({ resource: "crawl discovery", key: `${key.job_id}/${key.discovery_id}` })
  }
  return found.value
})
