import { type JobOutcome, JobRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { assert } from "vitest"
import { aColumnMapping, aJobFile, aNewJob, anExportRequest, instantOf } from "../builders/index.ts"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

const created_at = instantOf("2026-06-01T10:00:00.123Z")
const started_at = created_at + 1_000_000
const finished_at = created_at + 60_000_000

const completed: JobOutcome = {
  status: "completed",
  message: "Done",
  processed: 12,
  file: aJobFile({ size: 6_000_000_000, file_name: 'ex "port" é.csv' }),
}
const outcomes: ReadonlyArray<JobOutcome> = [
  completed,
  { status: "failed", message: "Gave up", error: "The disk is full" },
  { status: "cancelled", message: "Cancelled after 3 of 12" },
]

const created = Effect.fnUntraced(function* (organization: string) {
  const jobs = yield* JobRepository
  return yield* jobs.create(organization, aNewJob({ created_at, total: 12 }))
})

/** A job that runs, with its claim. */
const running = Effect.fnUntraced(function* (organization: string) {
  const jobs = yield* JobRepository
  const { job_id } = yield* created(organization)
  return Option.getOrThrow(yield* jobs.start(organization, job_id, started_at))
})

const found = Effect.fnUntraced(function* (organization: string, jobId: string) {
  const jobs = yield* JobRepository
  return Option.getOrThrow(yield* jobs.find(organization, jobId))
})

/** Tries everything that changes a job through a claim or from outside. */
const tryEverything = Effect.fnUntraced(function* (claim: {
  organization: string
  job_id: string
  token: string
}) {
  const jobs = yield* JobRepository
  const at = finished_at + 1_000_000
  return {
    progress: yield* jobs.progress(claim, { processed: 99, message: "too late" }),
    finishes: yield* Effect.forEach(outcomes, (outcome) => jobs.finish(claim, outcome, at)),
    handsBack: yield* jobs.finish(claim, { status: "queued", message: "too late", error: null }, at),
  }
})
const nothingHappened = { progress: "lost", finishes: [false, false, false], handsBack: false }

const promises = {
  "keeps a new job queued, exactly as it was requested": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const request = anExportRequest({
      product_keys: ["P1", 'a"b\\c', "é\u{1f600}"],
      column_mappings: [aColumnMapping({ column_name: "", sub_field: "MAP", use_label: true })],
      label_keys: [],
      source_filter: ["scraper"],
      filter_by_label: true,
    })
    const job = aNewJob({ request, created_at, total: 12, message: "Queued", requested_by: "ann" })
    const { job_id, ...kept } = yield* jobs.create(mine, job)
    assert.deepStrictEqual(kept, {
      ...job,
      organization: mine,
      status: "queued",
      processed: 0,
      attempt: 0,
      error: null,
      cancel_requested: false,
      file: null,
      started_at: null,
      finished_at: null,
    })
    assert.deepStrictEqual(yield* found(mine, job_id), { job_id, ...kept })
  }),
  "gives every job an id that cannot be guessed": Effect.fnUntraced(function* ({ mine }) {
    const ids = yield* Effect.forEach(Array.from({ length: 20 }), () =>
      Effect.map(created(mine), (job) => job.job_id),
    )
    assert.strictEqual(new Set(ids).size, 20)
    for (const id of ids) assert.isAtLeast(id.length, 16)
    // ids in sequence would share a long beginning
    const [first, second] = [ids[0]!.replaceAll("-", ""), ids[1]!.replaceAll("-", "")]
    const different = [...first].filter((character, index) => character !== second[index]).length
    assert.isAtLeast(different, 8)
  }),
  "gives none for an unknown job": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    yield* created(mine)
    for (const id of ["", "nope", "nope\0", "\ud800", "00000000-0000-0000-0000-000000000000"]) {
      assert.isTrue(Option.isNone(yield* jobs.find(mine, id)))
      assert.isTrue(Option.isNone(yield* jobs.cancel(mine, id, started_at)))
      assert.isTrue(Option.isNone(yield* jobs.start(mine, id, started_at)))
    }
  }),
  "starts a queued job: running, attempt 1": Effect.fnUntraced(function* ({ mine }) {
    const queued = yield* created(mine)
    const jobs = yield* JobRepository
    const { job, claim } = Option.getOrThrow(yield* jobs.start(mine, queued.job_id, started_at))
    assert.deepStrictEqual(job, { ...queued, status: "running", attempt: 1, started_at })
    assert.deepStrictEqual(yield* found(mine, job.job_id), job)
    assert.deepStrictEqual([claim.organization, claim.job_id], [mine, job.job_id])
    assert.isNotEmpty(claim.token)
  }),
  "records progress while the claim holds": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    assert.strictEqual(yield* jobs.progress(claim, { processed: 5, message: "5 of 12" }), "continue")
    assert.deepStrictEqual(yield* found(mine, job.job_id), { ...job, processed: 5, message: "5 of 12" })
  }),
  "takes a running job over: the first claim can change nothing": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const again = Option.getOrThrow(yield* jobs.start(mine, job.job_id, started_at + 1_000_000))
    assert.strictEqual(again.job.attempt, 2)
    assert.notStrictEqual(again.claim.token, claim.token)
    assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
    assert.deepStrictEqual(yield* found(mine, job.job_id), again.job)
    assert.strictEqual(yield* jobs.progress(again.claim, { processed: 1, message: "on" }), "continue")
    assert.isTrue(yield* jobs.finish(again.claim, completed, finished_at))
  }),
  "completes a job with its file": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    assert.isTrue(yield* jobs.finish(claim, completed, finished_at))
    assert.deepStrictEqual(yield* found(mine, job.job_id), { ...job, ...completed, finished_at })
  }),
  "fails a job with what went wrong": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    assert.isTrue(yield* jobs.finish(claim, outcomes[1]!, finished_at))
    assert.deepStrictEqual(yield* found(mine, job.job_id), { ...job, ...outcomes[1], finished_at })
  }),
  "ends a job as cancelled": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    yield* jobs.cancel(mine, job.job_id, started_at)
    assert.isTrue(yield* jobs.finish(claim, outcomes[2]!, finished_at))
    assert.deepStrictEqual(yield* found(mine, job.job_id), {
      ...job,
      ...outcomes[2],
      cancel_requested: true,
      finished_at,
    })
  }),
  "hands a job back to be started again": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const back: JobOutcome = { status: "queued", message: "Will try again", error: "storage unavailable" }
    assert.isTrue(yield* jobs.finish(claim, back, finished_at))
    const queued = yield* found(mine, job.job_id)
    assert.deepStrictEqual(
      [queued.status, queued.message, queued.error, queued.finished_at, queued.attempt],
      ["queued", "Will try again", "storage unavailable", null, 1],
    )
    assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
    const again = Option.getOrThrow(yield* jobs.start(mine, job.job_id, finished_at))
    assert.deepStrictEqual([again.job.status, again.job.attempt], ["running", 2])
    assert.isTrue(yield* jobs.finish(again.claim, completed, finished_at))
    assert.isNull((yield* found(mine, job.job_id)).error)
  }),
  "never changes a job that has ended": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    for (const outcome of outcomes) {
      const { job, claim } = yield* running(mine)
      assert.isTrue(yield* jobs.finish(claim, outcome, finished_at))
      const before = yield* found(mine, job.job_id)
      assert.deepStrictEqual(yield* tryEverything(claim), nothingHappened)
      assert.isTrue(Option.isNone(yield* jobs.start(mine, job.job_id, finished_at + 1)))
      assert.deepStrictEqual(yield* jobs.cancel(mine, job.job_id, finished_at + 1), Option.some(before))
      assert.deepStrictEqual(yield* found(mine, job.job_id), before)
    }
  }),
  "cancels a queued job at once": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job_id } = yield* created(mine)
    const cancelled = Option.getOrThrow(yield* jobs.cancel(mine, job_id, started_at))
    assert.deepStrictEqual([cancelled.status, cancelled.finished_at], ["cancelled", started_at])
    assert.deepStrictEqual(yield* found(mine, job_id), cancelled)
    assert.isTrue(Option.isNone(yield* jobs.start(mine, job_id, started_at)))
    assert.deepStrictEqual(yield* jobs.cancel(mine, job_id, finished_at), Option.some(cancelled))
  }),
  "asks the run of a running job to stop": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const asked = Option.getOrThrow(yield* jobs.cancel(mine, job.job_id, started_at))
    assert.deepStrictEqual(asked, { ...job, cancel_requested: true })
    assert.strictEqual(yield* jobs.progress(claim, { processed: 3, message: "3 of 12" }), "cancel")
    assert.strictEqual((yield* found(mine, job.job_id)).processed, 3)
    const again = Option.getOrThrow(yield* jobs.start(mine, job.job_id, finished_at))
    assert.isTrue(again.job.cancel_requested)
  }),
  "lets exactly one of many starts at once hold the job": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job_id } = yield* created(mine)
    const starts = yield* Effect.all(
      Array.from({ length: 8 }, () => jobs.start(mine, job_id, started_at)),
      { concurrency: "unbounded" },
    )
    const claims = starts.map((start) => Option.getOrThrow(start))
    assert.deepStrictEqual(claims.map(({ job }) => job.attempt).sort(), [1, 2, 3, 4, 5, 6, 7, 8])
    const last = claims.find(({ job }) => job.attempt === 8)!
    const finished = yield* Effect.all(
      claims.map(({ claim }) => jobs.finish(claim, completed, finished_at)),
      { concurrency: "unbounded" },
    )
    assert.deepStrictEqual(
      claims.filter((_, index) => finished[index]).map(({ claim }) => claim.token),
      [last.claim.token],
    )
  }),
  "ends once, however many try at once": Effect.fnUntraced(function* ({ mine }) {
    const jobs = yield* JobRepository
    const { job, claim } = yield* running(mine)
    const tries = [...outcomes, ...outcomes, ...outcomes]
    const ends = yield* Effect.all(
      tries.map((outcome) => jobs.finish(claim, outcome, finished_at)),
      { concurrency: "unbounded" },
    )
    const won = tries.filter((_, index) => ends[index])
    assert.strictEqual(won.length, 1)
    assert.strictEqual((yield* found(mine, job.job_id)).status, won[0]!.status)
  }),
  "takes no claim but the one it gave": Effect.fnUntraced(function* ({ mine, theirs }) {
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
  }),
  "sees and changes nothing of another organization": Effect.fnUntraced(function* ({ mine, theirs }) {
    const jobs = yield* JobRepository
    const job = yield* created(mine)
    assert.isTrue(Option.isNone(yield* jobs.find(theirs, job.job_id)))
    assert.isTrue(Option.isNone(yield* jobs.cancel(theirs, job.job_id, started_at)))
    assert.isTrue(Option.isNone(yield* jobs.start(theirs, job.job_id, started_at)))
    assert.deepStrictEqual(yield* found(mine, job.job_id), job)
  }),
} satisfies Record<string, PromiseTest<JobRepository>>

/** Puts a `JobRepository` through the promises of its port. */
export const jobRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<JobRepository, E>,
  options: SuiteOptions<keyof typeof promises> = {},
): void => portSuite(name, layer, promises, options)
