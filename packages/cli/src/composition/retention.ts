import { instantFromMicros } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { forgetDiscarded, forgetDiscoveries } from "@hangtag/postgres/organizations"
import { Effect, Layer, Schedule } from "effect"
import type { Settings } from "../settings/Settings.ts"

const batchesAtATime = 20
const discoveriesAtATime = 1_000

/** Deletes what was kept as long as the settings say, some at a time, until nothing of it is old. */
export const forgetOld = Effect.fn("forgetOld")(function* ({
  discardedRetention,
  discoveryRetention,
}: Pick<Settings, "discardedRetention" | "discoveryRetention">) {
  const now = yield* currentInstant
  const before = (millis: number) => instantFromMicros(now - millis * 1000)
  let [batches, discoveries] = [0, 0]
  if (discardedRetention !== undefined)
    for (let isMore = true; isMore; ) {
      const round = yield* forgetDiscarded(before(discardedRetention), batchesAtATime)
      batches += round.forgotten
      isMore = round.isMore
    }
  if (discoveryRetention !== undefined)
    for (let count = discoveriesAtATime; count === discoveriesAtATime; discoveries += count)
      count = yield* forgetDiscoveries(before(discoveryRetention), discoveriesAtATime)
  return { batches, discoveries }
})

/** Deletes discarded batches and crawl discoveries past their time, now and every ten minutes, where the settings say a time. */
export const retention = (settings: Settings) =>
  settings.discardedRetention === undefined && settings.discoveryRetention === undefined
    ? Layer.empty
    : Layer.effectDiscard(
        forgetOld(settings).pipe(
          Effect.tap(({ batches, discoveries }) =>
            batches + discoveries === 0
              ? Effect.void
              : Effect.logInfo(`Forgotten: ${batches} discarded batches, ${discoveries} crawl discoveries`),
          ),
          Effect.catchCause((cause) =>
            Effect.logWarning("What is old could not be deleted; trying again", cause),
          ),
          Effect.repeat(Schedule.spaced("10 minutes")),
          Effect.forkScoped,
        ),
      )
