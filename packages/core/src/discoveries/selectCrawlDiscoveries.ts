import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { requireWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { DiscoverySelection, DiscoverySelectionResult } from "./CrawlDiscovery.ts"
import { CrawlDiscoveryRepository } from "./CrawlDiscoveryRepository.ts"

/**
 * Marks many URLs of one crawl job as selected for import or not, all at one moment; each id gets its outcome. Fails with
 * `NotFound` for an unknown job, and with `LimitExceeded` (`discovery_ids`). Needs `job:create`.
 */
export const selectCrawlDiscoveries = operation({
  name: "selectCrawlDiscoveries",
  permission: "job:create",
  input: Schema.Struct({ job_id: Key, ...DiscoverySelection.fields }),
  output: DiscoverySelectionResult,
  errors: [NotFound, LimitExceeded],
  ports: [CrawlDiscoveryRepository],
  limits: ["discovery_ids"],
  effect: "write",
  run: Effect.fnUntraced(function* ({ organization }, { job_id, discovery_ids, selected }) {
    yield* requireWithin("discovery_ids", discovery_ids.length, ["discovery_ids"])
    const { selectMany } = yield* CrawlDiscoveryRepository
    const ids = [...new Set(discovery_ids)]
    const select = selectMany(organization, job_id, ids, selected, yield* currentInstant)
    const found = yield* requireFound(select, "crawl job", job_id)
    const outcomes = ids.map((discovery_id) => ({
      discovery_id,
      outcome: found.get(discovery_id) ?? ("not_found" as const),
    }))
    const counts = { changed: 0, unchanged: 0, not_found: 0 }
    for (const { outcome } of outcomes) counts[outcome]++
    return { job_id, selected, ...counts, outcomes }
  }),
})
