import { Context, Duration, Effect, Fiber } from "effect"
import type { HttpServerResponse } from "effect/http"
import { refusal } from "./refusal.ts"

/** How long the work on one request may take. */
export const WorkTimeout = Context.Reference<Duration.Duration>("@hangtag/http-adapter/server/WorkTimeout", {
  defaultValue: () => Duration.minutes(1),
})

const late = (duration: Duration.Duration) =>
  refusal(
    503,
    `This took longer than ${Duration.toSeconds(duration)} s and was stopped: ask for less at once, or try again later`,
    { "retry-after": "5" },
  )

/** Stops work that takes too long, which undoes what it has written, and says so. */
export const withinTime = <E, R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.flatMap(WorkTimeout, (duration) =>
    Effect.flatMap(Effect.forkChild(work, { startImmediately: true }), (fiber) =>
      // a plain timer beside the fiber: `Effect.timeout` would make two fibers more for every request
      Effect.callback<HttpServerResponse.HttpServerResponse, E>((resume) => {
        const timer = setTimeout(
          () =>
            resume(
              Fiber.interrupt(fiber).pipe(
                Effect.andThen(Effect.logWarning(`Stopped after ${Duration.toSeconds(duration)} s`)),
                Effect.as(late(duration)),
              ),
            ),
          Duration.toMillis(duration),
        )
        fiber.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.suspend(() => {
          clearTimeout(timer)
          return Fiber.interrupt(fiber)
        })
      }),
    ),
  )
