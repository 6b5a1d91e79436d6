import { nextTurn, type QueuedJob, queueOrder } from "@hangtag/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

interface Job extends QueuedJob {
  readonly organization: string
}

/** A lane that one worker serves. */
const makeLane = () => {
  const jobs: Array<Job> = []
  const begun: Array<Job> = []
  return {
    ask: (organization: string) => {
      const last = (some: ReadonlyArray<Job>) => some.map(({ turn }) => turn).sort((a, b) => b - a)[0]
      const own = jobs.filter((job) => job.organization === organization)
      const nth = jobs.length
      const job = {
        organization,
        turn: nextTurn(last(begun), last(own)),
        created_at: nth,
        job_id: `${organization}${nth}`,
      }
      jobs.push(job)
      return job.job_id
    },
    waiting: () => jobs.filter((job) => !begun.includes(job)).sort(queueOrder),
    begin(): string | undefined {
      const [next] = this.waiting()
      if (next !== undefined) begun.push(next)
      return next?.job_id
    },
  }
}

const organizations = fc.constantFrom("A", "B", "C")

describe("the turn of a job that is queued", () => {
  it.each([
    ["the first of all has the first", undefined, undefined, 0],
    ["an organization's first has the one the lane has come to", 7, undefined, 7],
    ["the next of an organization that waits has the one after its last", 7, 9, 10],
    ["while nothing has begun, too", undefined, 0, 1],
    ["an organization whose jobs are long over starts with the others", 7, 2, 7],
    ["one whose last began just now waits for a turn", 7, 7, 8],
  ])("%s", (_, begun, own, turn) => {
    expect(nextTurn(begun, own)).toBe(turn)
  })
})

describe("the order in which waiting jobs begin", () => {
  it.each([
    ["by turn, whatever the age", { turn: 1, created_at: 9 }, { turn: 2, created_at: 1 }],
    ["by age in a turn, whatever the id", { created_at: 1, job_id: "z" }, { created_at: 2, job_id: "a" }],
    ["by id where all else is equal", { job_id: "a" }, { job_id: "b" }],
  ])("is %s", (_, first, second) => {
    const job = { turn: 0, created_at: 0, job_id: "m" }
    expect(queueOrder({ ...job, ...first }, { ...job, ...second })).toBeLessThan(0)
    expect(queueOrder({ ...job, ...second }, { ...job, ...first })).toBeGreaterThan(0)
  })

  it("is one organization's by age, several organizations' in turn", () => {
    const lane = makeLane()
    for (const organization of ["A", "A", "A", "B", "C", "B"]) lane.ask(organization)
    expect(lane.waiting().map(({ job_id }) => job_id)).toEqual(["A0", "B3", "C4", "A1", "B5", "A2"])
  })

  it("puts the only job of one right after the one that runs of another's fifty, each time", () => {
    const lane = makeLane()
    for (let i = 0; i < 50; i++) lane.ask("A")
    for (let i = 0; i < 20; i++) {
      lane.begin()
      const only = lane.ask("B")
      expect(lane.begin()).toBe(only)
    }
  })

  it("is total: the same however the jobs are given", () => {
    const some = fc.uniqueArray(
      fc.record({
        job_id: fc.uuid(),
        turn: fc.integer({ min: 0, max: 2 }),
        created_at: fc.integer({ min: 0, max: 2 }),
      }),
      { selector: ({ job_id }) => job_id, maxLength: 8 },
    )
    fc.assert(
      fc.property(some, (jobs) => {
        const ordered = jobs.toSorted(queueOrder)
        expect(jobs.toReversed().sort(queueOrder)).toEqual(ordered)
        for (let i = 1; i < ordered.length; i++)
          expect(queueOrder(ordered[i - 1]!, ordered[i]!)).toBeLessThan(0)
      }),
    )
  })

  it("lets every job begin once, and none wait for more than one job a turn of each other organization", () => {
    fc.assert(
      fc.property(fc.array(fc.option(organizations), { maxLength: 40 }), (steps) => {
        const lane = makeLane()
        const asked: Array<string> = []
        const begun: Array<string> = []
        const begin = () => {
          const next = lane.begin()
          if (next !== undefined) begun.push(next)
        }
        for (const organization of steps) {
          if (organization === null) begin()
          else asked.push(lane.ask(organization))
          // at any moment, each who waits has no more than one job of another between two of its own
          const queue = lane.waiting().map((job) => job.organization)
          for (const mine of new Set(queue)) {
            const stretches = queue.join("").split(mine).slice(1, -1)
            for (const stretch of stretches)
              expect(new Set(stretch).size).toBeGreaterThanOrEqual(stretch.length / 2)
          }
        }
        while (lane.waiting().length > 0) begin()
        expect(begun.toSorted()).toEqual(asked.toSorted())
      }),
    )
  })
})
