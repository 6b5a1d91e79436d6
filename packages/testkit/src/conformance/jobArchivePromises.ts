import {
  type BrandedInstant,
  instantFromMicros,
  JobArchive,
  type JobOutcome,
  type JobQueue,
  JobRepository,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aJobFile, aNewJob } from "../builders/index.ts"
import { claimed } from "./job/steps.ts"
import { promisesOf } from "./suite/promisesOf.ts"

/** Before every other test's time, so that the jobs of those are never meant; each test has some seconds of its own. */
let clock = 1_000_000
const moment = (): BrandedInstant => {
  clock += 10_000_000
  return instantFromMicros(clock)
}

const completed = (storage_key: string): JobOutcome => ({
  status: "completed",
  message: "Done",
  processed: 1,
  file: aJobFile({ storage_key }),
})
const failed: JobOutcome = { status: "failed", message: "Gave up", error: "The disk is full" }

/** A job that ended so at the instant. */
const ended = Effect.fnUntraced(function* (organization: string, outcome: JobOutcome, at: BrandedInstant) {
  const jobs = yield* JobRepository
  const { job_id } = yield* jobs.create(organization, aNewJob({ created_at: at }))
  const { claim } = yield* claimed(organization, job_id, at)
  yield* jobs.finish(claim, outcome, at)
  return { organization, job_id }
})

const found = Effect.fnUntraced(function* (job: { readonly organization: string; readonly job_id: string }) {
  const jobs = yield* JobRepository
  return Option.getOrUndefined(yield* jobs.find(job.organization, job.job_id))
})

/** What a `JobArchive` promises, each by the name of its test. */
export const jobArchivePromises = promisesOf<JobArchive | JobQueue | JobRepository>()({
  *"gives the completed jobs of every organization that finished before, the first first"({ mine, theirs }) {
    const archive = yield* JobArchive
    const at = moment()
    const second = yield* ended(mine, completed("exports/2"), instantFromMicros(at + 2))
    const first = yield* ended(theirs, completed("exports/1"), instantFromMicros(at + 1))
    yield* ended(mine, failed, at)
    yield* ended(mine, completed("exports/3"), instantFromMicros(at + 3))
    const own = (limit: number) =>
      Effect.map(archive.completedBefore(instantFromMicros(at + 3), limit), (jobs) =>
        jobs.filter(({ organization }) => organization === mine || organization === theirs),
      )
    assert.deepStrictEqual(yield* own(1000), [
      { ...first, hasEnded: true, storage_key: "exports/1" },
      { ...second, hasEnded: true, storage_key: "exports/2" },
    ])
    for (const { job_id, organization } of yield* own(1000))
      yield* archive.expire({ organization, job_id }, "Gone")
    assert.deepStrictEqual(yield* own(1000), [])
  },
  *"makes a completed job expired, and no other"({ mine, theirs }) {
    const archive = yield* JobArchive
    const at = moment()
    const done = yield* ended(mine, completed("exports/a"), at)
    const before = yield* found(done)
    yield* archive.expire({ ...done, organization: theirs }, "not theirs")
    assert.deepStrictEqual(yield* found(done), before)
    yield* archive.expire(done, "The file is gone")
    assert.deepStrictEqual(yield* found(done), { ...before, status: "expired", message: "The file is gone" })
    yield* archive.expire(done, "again")
    assert.strictEqual((yield* found(done))?.message, "The file is gone")

    const jobs = yield* JobRepository
    const waiting = yield* jobs.create(mine, aNewJob({ created_at: at }))
    const broken = yield* ended(mine, failed, at)
    for (const job of [waiting, broken]) {
      const kept = yield* found({ organization: mine, job_id: job.job_id })
      yield* archive.expire({ organization: mine, job_id: job.job_id }, "no")
      assert.deepStrictEqual(yield* found({ organization: mine, job_id: job.job_id }), kept)
    }
  },
  *"tells what jobs hold, of whichever organization"({ mine, theirs }) {
    const archive = yield* JobArchive
    const jobs = yield* JobRepository
    const at = moment()
    const waiting = yield* jobs.create(mine, aNewJob({ created_at: at }))
    const done = yield* ended(theirs, completed("exports/b"), at)
    const broken = yield* ended(mine, failed, at)
    const expired = yield* ended(mine, completed("exports/c"), at)
    yield* archive.expire(expired, "Gone")
    const ids = [waiting.job_id, done.job_id, broken.job_id, expired.job_id]
    const held = yield* archive.holdings([...ids, "nope", "nope\0", "00000000-0000-0000-0000-000000000000"])
    assert.sameDeepMembers(
      [...held],
      [
        { organization: mine, job_id: waiting.job_id, hasEnded: false, storage_key: null },
        { ...done, hasEnded: true, storage_key: "exports/b" },
        { ...broken, hasEnded: true, storage_key: null },
        { ...expired, hasEnded: true, storage_key: null },
      ],
    )
    assert.deepStrictEqual(yield* archive.holdings([]), [])
  },
  *"forgets what failed jobs were asked for that ended before, which then have no other life"({
    mine,
    theirs,
  }) {
    const archive = yield* JobArchive
    const jobs = yield* JobRepository
    const at = moment()
    const early = yield* Effect.forEach([mine, theirs], (organization) => ended(organization, failed, at))
    const late = yield* ended(mine, failed, instantFromMicros(at + 1))
    while ((yield* archive.forgetRequests(instantFromMicros(at + 1), 1)) > 0);
    for (const { organization, job_id } of [...early, late]) {
      const retried = yield* jobs.retry(organization, job_id, "Again")
      const status = job_id === late.job_id ? "queued" : "failed"
      assert.deepInclude(Option.getOrThrow(retried), { status })
    }
    assert.strictEqual(yield* archive.forgetRequests(instantFromMicros(at + 1), 100), 0)
  },
  *"forgets jobs that ended before and hold no file"({ mine, theirs }) {
    const archive = yield* JobArchive
    const at = moment()
    const broken = yield* ended(mine, failed, at)
    const expired = yield* ended(theirs, completed("exports/d"), at)
    yield* archive.expire(expired, "Gone")
    const done = yield* ended(mine, completed("exports/e"), at)
    const later = yield* ended(mine, failed, instantFromMicros(at + 1))
    while ((yield* archive.forget(instantFromMicros(at + 1), 100)) > 0);
    assert.deepStrictEqual([yield* found(broken), yield* found(expired)], [undefined, undefined])
    assert.deepStrictEqual(
      [(yield* found(done))?.status, (yield* found(later))?.status],
      ["completed", "failed"],
    )
    yield* archive.expire(done, "Gone")
    while ((yield* archive.forget(instantFromMicros(at + 2), 1)) > 0);
    assert.deepStrictEqual([yield* found(done), yield* found(later)], [undefined, undefined])
  },
})
