import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../kernel/errors.ts"
import type { Publication } from "./PriceBatch.ts"

/** The message of kind `pricing.published`: that an organization has a new publication. */
export interface PricesPublished extends Publication {
  readonly organization: string
}

/**
 * Publishes `pricing.published` on a broker of the host's own; nothing unless a host provides it.
 *
 * The feed of publications is the truth: a message may be lost, late or double. Who follows publications asks the feed
 * for those after the number that it has seen last, when a message comes and now and then.
 */
export const PricePublisher = Context.Reference<{
  /** Called with each publication. */
  readonly publish: (message: PricesPublished) => Effect.Effect<void, Unavailable>
}>("@hangtag/core/ports/PricePublisher", { defaultValue: () => ({ publish: () => Effect.void }) })
