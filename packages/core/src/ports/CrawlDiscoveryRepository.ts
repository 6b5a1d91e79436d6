import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CrawlDiscovery } from "../contract/CrawlDiscovery.ts"
import type { ChangedMeanwhile, Unavailable } from "../contract/errors.ts"
import type { Instant } from "../contract/Instant.ts"

/** Keeps what crawl jobs of one organization found. Promise: nothing of another one is ever seen or changed. */
export class CrawlDiscoveryRepository extends Context.Service<
  CrawlDiscoveryRepository,
  {
    /**
     * Sets `selected` and gives the discovery back; `updated_at` moves to `at` only when it changed. Where
     * `expected` refuses it as it is, nothing changes; nobody else changes it between the two.
     */
    readonly select: (
      organization: string,
      key: { readonly job_id: string; readonly discovery_id: string },
      selected: boolean,
      at: Instant,
      expected?: (current: CrawlDiscovery) => boolean,
    ) => Effect.Effect<Option.Option<CrawlDiscovery>, ChangedMeanwhile | Unavailable>
  }
>()("@hangtag/core/ports/CrawlDiscoveryRepository") {}
