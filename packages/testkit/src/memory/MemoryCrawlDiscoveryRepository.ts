import { ChangedMeanwhile, type CrawlDiscovery, CrawlDiscoveryRepository, instantToText } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { organizationOf, pairKey, withEntry, withOrganization } from "./MemoryState.ts"

type Selected = Result.Result<Option.Option<CrawlDiscovery>, ChangedMeanwhile>

const changed = (key: string) => new ChangedMeanwhile({ resource: "crawl discovery", key })

/** Crawl discoveries, one step a selection. */
export const memoryCrawlDiscoveryRepository: Layer.Layer<CrawlDiscoveryRepository, never, MemoryCatalog> =
  Layer.effect(
    CrawlDiscoveryRepository,
    Effect.map(MemoryCatalog, ({ write }) =>
      CrawlDiscoveryRepository.of({
        select: (organization, { job_id, discovery_id }, selected, at, expected = () => true) =>
          write((state): readonly [Selected, typeof state] => {
            const own = organizationOf(state, organization)
            const key = pairKey(job_id, discovery_id)
            const found = own.discoveries.get(key)
            if (found === undefined) return [Result.succeed(Option.none()), state]
            if (!expected(found)) return [Result.fail(changed(`${job_id}/${discovery_id}`)), state]
            if (found.selected === selected) return [Result.succeed(Option.some(found)), state]
            const next = { ...found, selected, updated_at: instantToText(at) }
            const discoveries = withEntry(own.discoveries, key, next)
            return [Result.succeed(Option.some(next)), withOrganization(state, organization, { discoveries })]
          }).pipe(Effect.flatMap(Effect.fromResult)),
      }),
    ),
  )
