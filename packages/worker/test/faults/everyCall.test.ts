import { assert, describe, it } from "@effect/vitest"
import { ObjectStorage } from "@hangtag/core"
import { failAfter, failBefore } from "@hangtag/testkit"
import { Effect } from "effect"
import { exportDisturbed, faultAt } from "./FaultyExport.ts"
import { singleFaults } from "./singleFaults.ts"
import { wrongEnd } from "./wrongEnd.ts"

const assertRight = (disturbed: Parameters<typeof exportDisturbed>[0], at: string) =>
  Effect.map(wrongEnd(disturbed), (wrong) => assert.deepStrictEqual(wrong, [], at))

it.effect("without a fault an export is completed in one attempt", () =>
  Effect.map(
    exportDisturbed((ports) => ports),
    ({ jobs }) => assert.deepInclude(jobs[0]!, { status: "completed", attempt: 1 }),
  ),
)

describe("one fault at any call of an export leaves the job completed once with its one file", () => {
  for (const { name, port, fault } of singleFaults)
    it.effect(name, () =>
      Effect.gen(function* () {
        for (let nth = 1; ; nth++) {
          const { disturbed, reached } = faultAt(port, [nth], fault)
          yield* assertRight(disturbed, `call ${nth}`)
          if (!reached()) return assert.isAbove(nth, 1)
        }
      }),
    )

  for (const [what, fault] of Object.entries({ "nothing happens": failBefore(), "it happens": failAfter() }))
    it.effect(`ObjectStorage fails twice: ${what}`, () =>
      Effect.gen(function* () {
        for (let second = 2; ; second++) {
          let reached = false
          for (let first = 1; first < second; first++) {
            const at = faultAt(ObjectStorage, [first, second], fault)
            yield* assertRight(at.disturbed, `calls ${first} and ${second}`)
            reached ||= at.reached()
          }
          if (!reached) return assert.isAbove(second, 3)
        }
      }),
    )
})
