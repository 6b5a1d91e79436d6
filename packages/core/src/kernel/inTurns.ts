import * as Effect from "effect/Effect"
import { workTurn } from "./workTurn.ts"

/**
 * Maps a list a part at a time, each in a turn of its own: a long list in one go would keep every other caller waiting.
 */
export const inTurns = <A, B>(
  items: ReadonlyArray<A>,
  atATime: number,
  map: (part: ReadonlyArray<A>, from: number) => ReadonlyArray<B>,
): Effect.Effect<ReadonlyArray<B>> =>
  items.length <= atATime
    ? Effect.sync(() => map(items, 0))
    : Effect.gen(function* () {
        const mapped: Array<B> = []
        for (let from = 0; from < items.length; from += atATime) {
          yield* workTurn
          for (const each of map(items.slice(from, from + atATime), from)) mapped.push(each)
        }
        return mapped
      })
