import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ChangedMeanwhile, Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { Found } from "../kernel/Listing.ts"
import type {
  CrawlDiscovery,
  CrawlJob,
  CrawlJobQuery,
  DiscoveryQuery,
  ListedDiscovery,
} from "./CrawlDiscovery.ts"

/**
 * Keeps what crawl jobs of one organization found, and of each URL (`urlKey`) how it was chosen last, by whichever of
 * these methods: what is found later under a URL that was deselected is not selected (`CatalogWriter`).
 *
 * Promises: nothing of another organization is ever seen or changed; a text that cannot be stored is merely not found.
 */
export class CrawlDiscoveryRepository extends Context.Service<
  CrawlDiscoveryRepository,
  {
    /**
     * Sets `selected` and gives the discovery back; `updated_at` moves to `at` only when it changed. Where
     * `expected` refuses it as it is, nothing changes; no other call changes it between the two.
     */
    readonly select: (
      organization: string,
      key: { readonly job_id: string; readonly discovery_id: string },
      selected: boolean,
      at: BrandedInstant,
      expected?: (current: CrawlDiscovery) => boolean,
    ) => Effect.Effect<Option.Option<CrawlDiscovery>, ChangedMeanwhile | Unavailable>
    /**
     * Does the same with many of one job, all or none, and tells what became of each that there is; none where the job
     * found nothing at all.
     */
    readonly selectMany: (
      organization: string,
      jobId: string,
      discoveryIds: ReadonlyArray<string>,
      selected: boolean,
      at: BrandedInstant,
    ) => Effect.Effect<Option.Option<ReadonlyMap<string, "changed" | "unchanged">>, Unavailable>
    /**
     * What a job found, by id, all of one moment; none where it found nothing at all. `search` is looked for in URL and
     * title, whatever the case. A product that is not retired has a URL that is one of its latest version's
     * (`catalogUrls`); of several it is the first by key.
     */
    readonly list: (
      organization: string,
      jobId: string,
      query: DiscoveryQuery,
    ) => Effect.Effect<Option.Option<Found<ListedDiscovery>>, Unavailable>
    /** The jobs that found something, by id; of each no more than the first `most` discoveries are counted. */
    readonly jobs: (
      organization: string,
      query: CrawlJobQuery & { readonly most: number },
    ) => Effect.Effect<Found<CrawlJob>, Unavailable>
  }
>()("@hangtag/core/ports/CrawlDiscoveryRepository") {}
