import { JobRepository } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aJobRecord, aNewJob } from "../../builders/index.ts"
import {
  created,
  created_at,
  found,
  isNotReady,
  nothingHappened,
  promises,
  running,
  started_at,
  tryEverything,
} from "./steps.ts"

export const keepingPromises = promises({
  *"keeps a new job queued, without what it was asked for"({ mine }) {
    const jobs = yield* JobRepository
    const job = aNewJob({ created_at, total: 12, message: "Queued", requested_by: "ann" })
    const { request: _, ...asked } = job
    const kept = yield* jobs.create(mine, job)
    const { job_id } = kept
    assert.deepStrictEqual(kept, aJobRecord({ ...asked, job_id, organization: mine }))
    assert.deepStrictEqual(yield* found(mine, job_id), kept)
  },
  *"gives every job an id that cannot be guessed"({ mine }) {
    const ids = yield* Effect.forEach(Array.from({ length: 20 }), () =>
      Effect.map(created(mine), (job) => job.job_id),
    )
    assert.strictEqual(new Set(ids).size, 20)
    for (const id of ids) assert.isAtLeast(id.length, 16)
    // ids in sequence would share a long beginning
    const [first, second] = [ids[0]!.replaceAll("-", ""), ids[1]!.replaceAll("-", "")]
    const different = [...first].filter((character, index) => character !== second[index]).length
    assert.isAtLeast(different, 8)
  },
  *"gives none for an unknown job"({ mine }) {
    const jobs = yield* JobRepository
    yield* created(mine)
    for (const id of ["", "nope", "nope\0", "\ud800", "00000000-0000-0000-0000-000000000000"]) {
      assert.isTrue(Option.isNone(yield* jobs.find(mine, id)))
      assert.isTrue(Option.isNone(yield* jobs.cancel(mine, id, started_at)))
    }
  },
  *"takes no claim but the one it gave"({ mine, theirs }) {
    const { job, claim } = yield* running(mine)
    const other = yield* running(theirs)
    for (const forged of [
      { ...claim, token: "" },
      { ...claim, token: other.claim.token },
      { ...claim, organization: theirs },
      { ...claim, job_id: other.job.job_id },
      { ...claim, job_id: "nope" },
    ]) {
      assert.deepStrictEqual(yield* tryEverything(forged), nothingHappened)
    }
    assert.deepStrictEqual(yield* found(mine, job.job_id), job)
    assert.deepStrictEqual(yield* found(theirs, other.job.job_id), other.job)
  },
  *"sees and changes nothing of another organization"({ mine, theirs }) {
    const jobs = yield* JobRepository
    const job = yield* created(mine)
    assert.isTrue(Option.isNone(yield* jobs.find(theirs, job.job_id)))
    assert.isTrue(Option.isNone(yield* jobs.cancel(theirs, job.job_id, started_at)))
    assert.isTrue(yield* isNotReady(theirs, job.job_id))
    assert.deepStrictEqual(yield* found(mine, job.job_id), job)
  },
})
