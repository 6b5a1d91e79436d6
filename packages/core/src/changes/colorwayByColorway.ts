import * as Effect from "effect/Effect"

/**
 * Does the same for each colorway, or whatever else the limits of calls bound alike, and lets every other caller go on
 * in between: a colorway takes some milliseconds.
 */
export const colorwayByColorway = <A, B, E, R>(
  colorways: ReadonlyArray<A>,
  each: (colorway: A, index: number) => Effect.Effect<B, E, R>,
): Effect.Effect<Array<B>, E, R> =>
  Effect.forEach(colorways, (colorway, index) =>
    index === 0 ? each(colorway, index) : Effect.andThen(Effect.yieldNow, each(colorway, index)),
  )
