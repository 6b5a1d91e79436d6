import { memoryPorts } from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { allAnswers, named } from "../../../testkit/src/conformance/bound/answers.ts"
import { makeWorld, stepCounts } from "../../../testkit/src/conformance/bound/worlds.ts"

/** What others do, each thing once or never, in any order among what becomes of the callers' lists. */
const anyHidden = () =>
  fc
    .shuffledSubarray(Array.from({ length: stepCounts.hidden }, (_, place) => place))
    .chain((places) =>
      fc
        .tuple(...places.map(() => fc.nat(stepCounts.visible - 1)))
        .map((at) =>
          Array.from({ length: stepCounts.visible }, (_, visible) =>
            places.filter((_, index) => at[index] === visible),
          ),
        ),
    )

const answered = (hidden: Parameters<typeof makeWorld>[1]) =>
  Effect.runPromise(
    makeWorld("acme", hidden).pipe(
      Effect.andThen(allAnswers("acme")),
      Effect.map(named),
      Effect.provide(memoryPorts),
    ),
  )

describe("callers bound to lists", () => {
  it("are answered the same whenever others do what", async () => {
    const without = await answered(null)
    await fc.assert(
      fc.asyncProperty(anyHidden(), async (hidden) => {
        const answers = await answered(hidden)
        for (const [index, answer] of answers.entries()) assert.strictEqual(answer, without[index])
      }),
      { numRuns: 10 },
    )
  })
})
