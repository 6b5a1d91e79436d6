import * as Effect from "effect/Effect"

/** Does the same for each, and lets every other call go on in between: a colorway takes some milliseconds. */
export const oneByOne = <A, B, E, R>(
  items: ReadonlyArray<A>,
  each: (item: A, index: number) => Effect.Effect<B, E, R>,
): Effect.Effect<Array<B>, E, R> =>
  Effect.forEach(items, (item, index) =>
    index === 0 ? each(item, index) : Effect.andThen(Effect.yieldNow, each(item, index)),
  )
