import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type { HangtagError } from "./changes/HangtagError.ts"
import { AdapterFault } from "./kernel/AdapterFault.ts"
import { Unavailable } from "./kernel/errors.ts"

/** What an adapter rejected with, as the failure that its port may have. */
export const adapterFault =
  (service: Unavailable["service"], operation: string) =>
  (cause: unknown): Unavailable =>
    isError("Unavailable")(cause) ? cause : new Unavailable({ service, operation, retryable: true, cause })

type ErrorOf<Tag extends HangtagError["_tag"]> = Extract<HangtagError, { readonly _tag: Tag }>

/** By its tag: an adapter may have made it with another copy of this package, of whose classes it is an instance. */
const isError =
  <Tag extends HangtagError["_tag"]>(...tags: ReadonlyArray<Tag>) =>
  (cause: unknown): cause is ErrorOf<Tag> =>
    cause instanceof Error && tags.some((tag) => Predicate.isTagged(cause, tag))

/** The mistake in an adapter's code that was reported as `Unavailable`; nothing mends it but its author. */
const mistake = (error: unknown): AdapterFault | undefined =>
  Predicate.isTagged(error, "Unavailable") && (error as Unavailable).cause instanceof AdapterFault
    ? ((error as Unavailable).cause as AdapterFault)
    : undefined

const dieOfMistakes = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.catch(call, (error) => {
    const fault = mistake(error)
    return fault === undefined ? Effect.fail(error) : Effect.die(fault)
  })

/** Calls an adapter's async method; what it rejects with of the tags `ownErrors` is the port's own failure. */
export const asyncCall = <A, const OwnErrors extends ReadonlyArray<HangtagError["_tag"]>>(
  service: Unavailable["service"],
  operation: string,
  call: (signal: AbortSignal) => Promise<A>,
  ...ownErrors: OwnErrors
): Effect.Effect<A, ErrorOf<OwnErrors[number]> | Unavailable> =>
  dieOfMistakes(
    Effect.tryPromise({
      // an adapter that throws before it returns a promise has rejected too
      try: async (signal) => await call(signal),
      catch: (cause) =>
        isError<OwnErrors[number]>(...ownErrors)(cause) ? cause : adapterFault(service, operation)(cause),
    }),
  )

/** The same for a method that gives null or undefined where there is nothing. */
export const asyncFind = <A, const OwnErrors extends ReadonlyArray<HangtagError["_tag"]>>(
  service: Unavailable["service"],
  operation: string,
  call: (signal: AbortSignal) => Promise<A | null | undefined>,
  ...ownErrors: OwnErrors
): Effect.Effect<Option.Option<A>, ErrorOf<OwnErrors[number]> | Unavailable> =>
  Effect.map(asyncCall(service, operation, call, ...ownErrors), (found) =>
    found === null || found === undefined ? Option.none() : Option.some(found),
  )

/** Reads an adapter's async iterable, which may fail with the tags `ownErrors` too, whose signal is aborted when the reader has done or stops. */
export const asyncStream = <A, const OwnErrors extends ReadonlyArray<HangtagError["_tag"]>>(
  service: Unavailable["service"],
  operation: string,
  open: (signal: AbortSignal) => AsyncIterable<A>,
  ...ownErrors: OwnErrors
): Stream.Stream<A, ErrorOf<OwnErrors[number]> | Unavailable> => {
  const fault = (cause: unknown) =>
    isError<OwnErrors[number]>(...ownErrors)(cause) ? cause : adapterFault(service, operation)(cause)
  return Stream.unwrap(
    Effect.flatMap(Effect.abortSignal, (signal) =>
      Effect.try({ try: () => Stream.fromAsyncIterable(open(signal), fault), catch: fault }),
    ),
  ).pipe(
    Stream.catch((error) => {
      const mistaken = mistake(error)
      return mistaken === undefined ? Stream.fail(error) : Stream.die(mistaken)
    }),
  )
}

/** Ends, by dying of the signal's reason, when the signal is aborted. */
export const whenAborted = (signal: AbortSignal): Effect.Effect<never> =>
  Effect.callback((resume) => {
    const abort = () => resume(Effect.die(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })

/** What an adapter may run of ours while it is called. */
export interface Inside<E, R> {
  readonly run: (effect: Effect.Effect<void, E, R>) => Promise<void>
  readonly iterate: <A>(stream: Stream.Stream<A, E, R>) => AsyncIterable<A>
}

/**
 * Calls an adapter that runs something of ours: where that failed, it is what the call fails with, whatever the
 * adapter made of it; an adapter that rejects although ours succeeded is `Unavailable`.
 */
export const asyncAround = <A, E, R>(
  service: Unavailable["service"],
  operation: string,
  around: (inside: Inside<E, R>, signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, E | Unavailable, R> =>
  Effect.flatMap(Effect.context<R>(), (context) => {
    let failure: Cause.Cause<E> | undefined
    const keep = (cause: Cause.Cause<E>) => {
      failure = cause
    }
    const call = asyncCall(service, operation, (signal) =>
      around(
        {
          run: (effect) => {
            // an adapter may begin again: what came of it before is void
            failure = undefined
            const done = Effect.runPromiseExitWith(context)(effect, { signal }).then((exit) => {
              if (Exit.isSuccess(exit)) return
              keep(exit.cause)
              throw Cause.squash(exit.cause)
            })
            // where an adapter does not await it, it would end the process
            done.catch(() => {})
            return done
          },
          iterate: (stream) =>
            stream.pipe(
              Stream.interruptWhen(whenAborted(signal)),
              Stream.tapCause((cause) => Effect.sync(() => keep(cause))),
              Stream.toAsyncIterableWith(context),
            ),
        },
        signal,
      ),
    )
    return Effect.flatMap(
      Effect.exit(call),
      (exit): Effect.Effect<A, E | Unavailable> => (failure === undefined ? exit : Effect.failCause(failure)),
    )
  })
