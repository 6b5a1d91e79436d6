import { Context, Duration, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { refusal } from "./refusal.ts"

/** How long the work on one request may take. */
export const WorkTimeout = Context.Reference<Duration.Duration>("@hangtag/http-adapter/server/WorkTimeout", {
  defaultValue: () => Duration.minutes(1),
})

/** Stops work that takes too long, which undoes what it has written, and says so. */
export const withinTime = <E, R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.flatMap(WorkTimeout, (duration) =>
    Effect.timeoutOrElse(work, {
      duration,
      orElse: () =>
        Effect.succeed(
          refusal(
            503,
            `This took longer than ${Duration.toSeconds(duration)} s and was stopped: ask for less at once, or try again later`,
            { "retry-after": "5" },
          ),
        ),
    }),
  )
