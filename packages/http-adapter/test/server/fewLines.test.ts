import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { fewLines } from "../../src/server/fewLines.ts"

it.effect("ten lines a second are written, and the next tells how many were left out", () => {
  const written: Array<unknown> = []
  const logger = Logger.make(({ message }) => void written.push(...[message].flat()))
  return Effect.gen(function* () {
    const tell = fewLines()
    for (let nth = 0; nth < 4_000; nth++) yield* tell(`line ${nth}`)
    assert.deepStrictEqual(
      written,
      Array.from({ length: 10 }, (_, nth) => `line ${nth}`),
    )
    yield* TestClock.adjust("1 second")
    yield* tell("later")
    yield* tell("again")
    assert.deepStrictEqual(written.slice(10), ["later (and 3990 more before)", "again"])
  }).pipe(Effect.provide(Logger.layer([logger])))
})
