import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "../contract/errors.ts"
import type { Principal } from "../contract/Principal.ts"
import { CrawlDiscoveryRepository } from "../ports/CrawlDiscoveryRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { requirePermission } from "./requirePermission.ts"

/** Marks a crawled URL as selected for import or not. Fails with `NotFound`. Needs `job:create`. */
export const selectCrawlDiscovery = Effect.fn("selectCrawlDiscovery")(function* (
  principal: Principal,
  key: { readonly job_id: string; readonly discovery_id: string },
  selected: boolean,
) {
  yield* requirePermission(principal, "job:create")
  const discoveries = yield* CrawlDiscoveryRepository
  const found = yield* discoveries.select(principal.organization, key, selected, yield* currentInstant)
  if (Option.isNone(found)) {
    return yield* new NotFound({ resource: "crawl discovery", key: `${key.job_id}/${key.discovery_id}` })
  }
  return found.value
})
