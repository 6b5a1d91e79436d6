import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { emptiedAtTimes, inARow } from "../../src/database/emptiedAtTimes.ts"

it.effect(
  "lets nothing be under way at times, however many statements follow each other, and none overtake",
  () =>
    Effect.gen(function* () {
      const sent = emptiedAtTimes()
      const order: Array<number> = []
      let [underWay, most, inLine, longest] = [0, 0, 0, 0]
      const statement = (index: number) =>
        Effect.sync(() => {
          order.push(index)
          inLine = underWay === 0 ? 0 : inLine + 1
          most = Math.max(most, ++underWay)
          longest = Math.max(longest, inLine)
        }).pipe(
          // answered after the others that are under way
          Effect.andThen(Effect.yieldNow),
          Effect.andThen(Effect.yieldNow),
          Effect.andThen(Effect.sync(() => underWay--)),
        )
      const indexes = Array.from({ length: 3 * inARow }, (_, index) => index)
      yield* Stream.fromIterable(indexes).pipe(
        Stream.mapEffect((index) => sent(statement(index)), { concurrency: 2 }),
        Stream.runDrain,
      )
      assert.strictEqual(most, 2)
      assert.isAtMost(longest, inARow)
      assert.deepStrictEqual(order, indexes)
    }),
)
