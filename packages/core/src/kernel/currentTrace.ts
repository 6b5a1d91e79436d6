import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The `traceparent` (W3C) of what runs now; undefined where no trace of it is kept. */
export const currentTrace: Effect.Effect<string | undefined> = Effect.map(
  Effect.option(Effect.currentParentSpan),
  Option.match({
    onNone: () => undefined,
    onSome: ({ traceId, spanId, sampled }) =>
      /^[\da-f]{32}$/.test(traceId) && /^[\da-f]{16}$/.test(spanId)
        ? `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`
        : undefined,
  }),
)
