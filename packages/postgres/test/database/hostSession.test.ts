import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostSession } from "../../src/database/hostSession.ts"

it.effect("a host's connection is sent one statement at a time, however many ask at once", () =>
  Effect.gen(function* () {
    let underWay = 0
    let most = 0
    const session = hostSession({
      query: async () => {
        most = Math.max(most, ++underWay)
        await Promise.resolve()
        underWay--
        return { command: "SELECT", rows: [] }
      },
    })
    const one = session.execute("select 1", [], undefined)
    yield* Effect.all([one, one, one], { concurrency: "unbounded" })
    assert.strictEqual(most, 1)
  }),
)
