import * as Context from "effect/Context"

/** How many batches an organization may have open at once, unless the host says otherwise (`BatchLimits`). */
export const batchLimits = { openBatches: 10_000 }

/** How many batches an organization may have; a host sets another number with `Layer.succeed`. */
export const BatchLimits = Context.Reference<{
  /** Open ones at once, of all callers; `Infinity` limits none. */
  readonly openBatches: number
}>("@hangtag/core/ports/BatchLimits", { defaultValue: () => batchLimits })
