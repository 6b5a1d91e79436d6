import { Context, Deferred } from "effect"

/**
 * Done once the process is about to stop listening. From then on it is not ready, event streams end with a hint to come
 * again, and no connection is kept beyond its answer; requests are answered as before.
 */
export const Draining = Context.Reference<Deferred.Deferred<void>>("@hangtag/http-adapter/server/Draining", {
  defaultValue: () => Deferred.makeUnsafe(),
})
