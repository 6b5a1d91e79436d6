import { type CrawlDiscovery, CrawlDiscoveryRepository, instantToText } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { organizationOf, pairKey, withEntry, withOrganization } from "./MemoryState.ts"

/** Crawl discoveries, one step a selection. */
export const memoryCrawlDiscoveryRepository: Layer.Layer<CrawlDiscoveryRepository, never, MemoryCatalog> =
  Layer.effect(
    CrawlDiscoveryRepository,
    Effect.map(MemoryCatalog, ({ write }) =>
      CrawlDiscoveryRepository.of({
        select: (organization, { job_id, discovery_id }, selected, at) =>
          write((state): readonly [Option.Option<CrawlDiscovery>, typeof state] => {
            const own = organizationOf(state, organization)
            const key = pairKey(job_id, discovery_id)
            const found = own.discoveries.get(key)
            if (found === undefined) return [Option.none(), state]
            if (found.selected === selected) return [Option.some(found), state]
            const next = { ...found, selected, updated_at: instantToText(at) }
            const discoveries = withEntry(own.discoveries, key, next)
            return [Option.some(next), withOrganization(state, organization, { discoveries })]
          }),
      }),
    ),
  )
