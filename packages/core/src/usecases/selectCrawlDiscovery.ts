import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CrawlDiscovery } from "../contract/CrawlDiscovery.ts"
import { NotFound } from "../contract/errors.ts"
import type { Principal } from "../contract/Principal.ts"
import { CrawlDiscoveryRepository } from "../ports/CrawlDiscoveryRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { requirePermission } from "./requirePermission.ts"

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
