import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { simulate } from "./Simulation.ts"

describe("several workers on one clock, killed, paused, stopped and disturbed by chance", () => {
  it.each([1, 24, 32, 35, 45, 53, 90])(
    "publish each job's one result, lose none and leave nothing behind: seed %i",
    async (seed) => {
      const { jobs, completed, failed, cancelled, kills } = await Effect.runPromise(simulate(seed, 1500))
      expect(completed + failed + cancelled).toBe(jobs)
      expect(kills).toBeGreaterThan(0)
    },
  )

  it.each([1, 2, 3])("so they do where some exports are run by those who asked: seed %i", async (seed) => {
    const { jobs, completed, failed, cancelled, kills } = await Effect.runPromise(simulate(seed, 1500, true))
    expect(completed + failed + cancelled).toBe(jobs)
    expect(kills).toBeGreaterThan(0)
  })

  it("do the same again for the same seed", async () => {
    const [first, again] = [
      await Effect.runPromise(simulate(7, 300)),
      await Effect.runPromise(simulate(7, 300)),
    ]
    expect(again).toEqual(first)
  })
})
