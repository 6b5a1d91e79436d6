import { Duration, Effect, Layer, Schedule } from "effect"
import { layerStoreRedis, type PersistedQueueStore } from "effect/persistence/PersistedQueue"
import { Redis } from "effect/persistence/Redis"
import type { QueueStoreOptions } from "./queueStoreLayer.ts"

/** The script that gives back the messages of dead takers; the store runs it every heartbeat. */
const givesBack = /HGETALL", key_pending/

/** The store (effect 4.1.0) would never run that script again once it failed, for which one outage is enough. */
const persevering = Layer.effect(
  Redis,
  Effect.map(Redis, (redis) =>
    Redis.of({
      ...redis,
      eval: (script) => {
        const run = redis.eval(script)
        return givesBack.test(script.lua)
          ? (...params) => Effect.retry(run(...params), Schedule.spaced("1 second"))
          : run
      },
    }),
  ),
)

/** Keeps queues in Redis, under `hangtag:queue:`; an offer is not part of any transaction. */
export const redisQueueStoreLayer = (
  options: QueueStoreOptions = {},
): Layer.Layer<PersistedQueueStore, never, Redis> => {
  const lease = Duration.fromInputUnsafe(options.lease ?? "15 seconds")
  return layerStoreRedis({
    prefix: "hangtag:queue:",
    pollInterval: options.pollInterval ?? "100 millis",
    lockExpiration: lease,
    lockRefreshInterval: options.heartbeat ?? Duration.times(lease, 1 / 3),
  }).pipe(Layer.provide(persevering))
}
