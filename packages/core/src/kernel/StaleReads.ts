import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

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

const undefinedAtFirst = { defaultValue: (): StaleReading | undefined => undefined }

/** What adapters go by. Undefined, as it is where no one says otherwise: everything committed is seen. */
export const StaleReads = Context.Reference("@hangtag/core/StaleReads", undefinedAtFirst)

/** What a door allows, whichever operation it calls. */
export const StaleAllowed = Context.Reference("@hangtag/core/StaleAllowed", undefinedAtFirst)

/** Nothing of it is late, whatever its caller allows. */
export const readFresh = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(call, StaleReads, undefined)

/**
 * As late as its caller allows, who learns how late where it succeeds: no other operation is late. What a copy could not read to its
 * end is read anew, and not late.
 */
export const readLate = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(StaleAllowed, (stale) => {
    if (stale === undefined) return call
    let oldest: number | undefined
    const note = (age: number) => {
      oldest = Math.max(age, oldest ?? 0)
    }
    return Effect.provideService(call, StaleReads, { allowed: stale.allowed, note }).pipe(
      Effect.map((answer) => {
        if (oldest !== undefined) stale.note(oldest)
        return answer
      }),
      Effect.catchIf(
        (error) => oldest !== undefined && Predicate.isTagged(error, "Unavailable"),
        () => call,
      ),
    )
  })
