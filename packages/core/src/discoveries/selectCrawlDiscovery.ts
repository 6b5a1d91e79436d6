import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Expected } from "../kernel/Expected.ts"
import { ChangedMeanwhile, NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { CrawlDiscovery } from "./CrawlDiscovery.ts"
import { CrawlDiscoveryRepository } from "./CrawlDiscoveryRepository.ts"

/**
 * Marks a crawled URL as selected for import or not. Fails with `NotFound`, and with `ChangedMeanwhile` where
 * `expected` refuses it as it is. Needs `job:create`.
 */
export const selectCrawlDiscovery = operation({
  name: "selectCrawlDiscovery",
  permission: "job:create",
  input: Schema.Struct({
    job_id: Key,
    discovery_id: Key,
    selected: Schema.Boolean,
    expected: Expected<CrawlDiscovery>(),
  }),
  output: CrawlDiscovery,
  errors: [NotFound, ChangedMeanwhile],
  ports: [CrawlDiscoveryRepository],
  limits: [],
  effect: "write",
  unknownMembers: "ignored",
  run: Effect.fnUntraced(function* ({ organization }, { job_id, discovery_id, selected, expected }) {
    const discoveries = yield* CrawlDiscoveryRepository
    const key = { job_id, discovery_id }
    const found = discoveries.select(organization, key, selected, yield* currentInstant, expected)
    return yield* requireFound(found, "crawl discovery", `${job_id}/${discovery_id}`)
  }),
})
