import {
  type Found,
  instantFromMicros,
  type JobRecord,
  JobRepository,
  type JobSelection,
  type NewJob,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aJobSelection, aNewJob } from "../../builders/index.ts"
import { looksAtEachMember } from "../suite/eachMember.ts"
import { claimed, completed, created_at, finished_at, promises } from "./steps.ts"

const list = Effect.fnUntraced(function* (organization: string, selection: Partial<JobSelection> = {}) {
  const jobs = yield* JobRepository
  return yield* jobs.list(organization, aJobSelection(selection))
})

const ids = (jobs: ReadonlyArray<JobRecord>) => jobs.map(({ job_id }) => job_id)

/** Jobs of ann and bob in turn, two at each moment. */
const several = Effect.fnUntraced(function* (organization: string, count: number) {
  const jobs = yield* JobRepository
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, nth) => nth),
    (nth) =>
      jobs.create(
        organization,
        aNewJob({
          created_at: instantFromMicros(created_at + Math.floor(nth / 2)),
          requested_by: nth % 2 === 0 ? "ann" : "bob",
        }),
      ),
  )
})

const newestFirst = (jobs: ReadonlyArray<JobRecord>) =>
  jobs.toSorted((a, b) => b.created_at - a.created_at || (a.job_id < b.job_id ? 1 : -1))

export const listPromises = promises({
  *"looks at each member of a selection"({ mine }) {
    const jobs = yield* JobRepository
    const made = yield* Effect.forEach(
      [{ requested_by: "ann" }, { requested_by: "bob" }, { needs: ["price:read" as const] }],
      (job, nth) => jobs.create(mine, aNewJob({ created_at: instantFromMicros(created_at - nth), ...job })),
    )
    const [first, second, third] = ids(made) as [string, string, string]
    yield* claimed(mine, second)
    yield* looksAtEachMember<JobSelection>()(
      (selection) => Effect.map(list(mine, selection), ({ items }) => ids(items)),
      {
        status: ["running", [second]],
        requested_by: ["bob", [second]],
        permissions: [[], [first, second]],
        limit: [1, [first]],
        after: [{ created_at: instantFromMicros(created_at), job_id: first }, [second, third]],
      },
    )
  },
  *"lists jobs, the newest first, each once whatever the page"({ mine }) {
    const inOrder = newestFirst(yield* several(mine, 9))
    for (const limit of [1, 2, 4, 9, 200]) {
      const met: Array<JobRecord> = []
      for (let after: JobSelection["after"] = null; ; ) {
        const page: Found<JobRecord> = yield* list(mine, { limit, after })
        assert.strictEqual(page.total, 9)
        met.push(...page.items)
        if (page.isEnd) break
        assert.lengthOf(page.items, limit)
        const { created_at, job_id } = page.items.at(-1)!
        after = { created_at, job_id }
      }
      assert.deepStrictEqual(met, inOrder)
    }
  },
  *"lists jobs of one status, and of who asked for them"({ mine }) {
    const jobs = yield* JobRepository
    const [first, second, third] = yield* several(mine, 4)
    const { claim } = yield* claimed(mine, first!.job_id)
    yield* jobs.finish(claim, completed, finished_at)
    yield* claimed(mine, second!.job_id)
    for (const [selection, found] of [
      [{ status: "completed" }, [first]],
      [{ status: "running" }, [second]],
      [{ status: "failed" }, []],
      [{ requested_by: "ann" }, [third, first]],
      [{ requested_by: "Ann" }, []],
      [{ requested_by: "ann", status: "queued" }, [third]],
    ] as const) {
      const { items, total, isEnd } = yield* list(mine, selection)
      assert.deepStrictEqual(
        [ids(items), total, isEnd],
        [found.map((job) => job!.job_id), found.length, true],
      )
    }
  },
  *"lists jobs that need no other permission, and counts no others"({ mine }) {
    const jobs = yield* JobRepository
    const needing = (needs: NewJob["needs"]) => jobs.create(mine, aNewJob({ needs }))
    const free = yield* needing([])
    const prices = yield* needing(["price:read"])
    const sheet = yield* needing(["batch:read"])
    const both = yield* needing(["price:read", "batch:read"])
    for (const job of [free, prices, sheet, both])
      assert.deepStrictEqual(Option.getOrThrow(yield* jobs.find(mine, job.job_id)).needs, job.needs)
    for (const [permissions, found] of [
      [[], [free]],
      [["product:read"], [free]],
      [["price:read"], [free, prices]],
      [
        ["product:read", "batch:read"],
        [free, sheet],
      ],
      [
        ["batch:read", "product:read", "price:read"],
        [free, prices, sheet, both],
      ],
    ] as const) {
      const { items, total } = yield* list(mine, { permissions })
      assert.sameMembers(ids(items), ids(found))
      assert.strictEqual(total, found.length)
    }
  },
  *"tells of each job whether what it was asked for is kept"({ mine }) {
    const jobs = yield* JobRepository
    const [first, second] = yield* several(mine, 2)
    const runs = [yield* claimed(mine, first!.job_id), yield* claimed(mine, second!.job_id)]
    yield* jobs.finish(runs[0]!.claim, completed, finished_at)
    yield* jobs.finish(runs[1]!.claim, { status: "failed", message: "", error: "broken" }, finished_at)
    const seen = (yield* list(mine)).items.map(({ job_id, has_request }) => [job_id, has_request])
    assert.sameDeepMembers(seen, [
      [first!.job_id, false],
      [second!.job_id, true],
    ])
  },
  *"lists nothing of another organization"({ mine, theirs }) {
    yield* several(theirs, 2)
    assert.deepStrictEqual(yield* list(mine), { items: [], total: 0, isEnd: true })
    const own = yield* several(mine, 1)
    assert.deepStrictEqual(yield* list(mine, { limit: 1 }), { items: own, total: 1, isEnd: true })
  },
})
