import { assert } from "chai"
import { promisesOf } from "../suite/promisesOf.ts"
import { allAnswers, answersTo, callersOf, named } from "./answers.ts"
import { interleaved, makeWorld, moreIsHidden, neverShown, type Ports, stepCounts } from "./worlds.ts"

/** What ports together promise to callers who are bound to price lists, each by the name of its test. */
export const boundCallersPromises = promisesOf<Ports>()({
  *"answers every question as if there were no lists of others"({ mine, theirs }) {
    yield* makeWorld(mine, null)
    yield* makeWorld(theirs, interleaved)
    const without = named(yield* allAnswers(mine))
    for (const [index, answer] of named(yield* allAnswers(theirs)).entries())
      assert.strictEqual(answer, without[index])
  },
  *"answers the same to the byte, whatever others do with theirs"({ mine }) {
    yield* makeWorld(mine, interleaved)
    const [, caller] = callersOf(mine)
    const before = yield* answersTo(caller!)
    yield* moreIsHidden(mine, stepCounts.visible)
    for (const [index, answer] of (yield* answersTo(caller!)).entries())
      assert.strictEqual(answer, before[index])
  },
  *"shows of what stands above a caller's lists the price alone"({ mine }) {
    yield* makeWorld(mine, interleaved)
    const [caller] = callersOf(mine)
    const answers = (yield* answersTo(caller!)).filter((answer) => !answer.includes(`"retryable"`))
    const fromAbove = answers.filter((answer) => answer.includes(`"from_list":null`))
    assert.isNotEmpty(fromAbove)
    for (const answer of fromAbove)
      assert.notMatch(answer, /"record_key":"[^"]*","from_list":null|"from_list":null,"record_key":"/)
    for (const answer of answers) {
      const [, question = "", answered = ""] = answer.split("\n")
      assert.notInclude(answered, neverShown, question)
      // what was asked for is said again
      if (!question.includes("HIDDEN")) assert.notMatch(answered, /HIDDEN|"base"/)
    }
  },
})
