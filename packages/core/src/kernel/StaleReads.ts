import * as Context from "effect/Context"

/**
 * What a call may read from a copy of the data that follows it, a read replica say, where an adapter has one.
 *
 * `bounded`: as old as the adapter's own bound. `caught-up`: with everything that was committed when it is asked for, which the copy is
 * waited for. What cannot be had so is read from the data itself.
 */
export interface StaleReading {
  readonly allowed: "bounded" | "caught-up"
  /** Takes how old, in milliseconds at most, what a copy answered was. */
  readonly note: (age: number) => void
}

/**
 * Undefined, as it is where no one says otherwise: everything committed is seen. The caller allows more, and only of what
 * an operation says may be stale (`mayBeStale`).
 */
export const StaleReads = Context.Reference<StaleReading | undefined>("@hangtag/core/StaleReads", {
  defaultValue: () => undefined,
})
