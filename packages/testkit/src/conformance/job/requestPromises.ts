import { JobRepository, type TooManyOpen } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aColumnMapping, aNewJob, anExportRequest } from "../../builders/index.ts"
import { claimed, completed, created_at, finished_at, outcomes, promises } from "./steps.ts"

const request = anExportRequest({
  product_keys: ["P1", 'a"b\\c', "é\u{1f600}"],
  column_mappings: [aColumnMapping({ column_name: "", sub_field: "MAP", use_label: true })],
  label_keys: [],
  source_filter: ["scraper"],
  filter_by_label: true,
})

/** Tries to create N at once, with room for three; gives back the jobs and the refusals. */
const createAtOnce = Effect.fnUntraced(function* (organization: string, times: number) {
  const jobs = yield* JobRepository
  const one = Effect.result(jobs.create(organization, aNewJob({ created_at }), 3))
  const results = yield* Effect.all(
    Array.from({ length: times }, () => one),
    { concurrency: "unbounded" },
  )
  return {
    created: results.flatMap((result) => (result._tag === "Success" ? [result.success.job_id] : [])),
    refused: results.flatMap((result) => (result._tag === "Failure" ? [result.failure] : [])),
  }
})

/** The first of the organization's jobs, ended. */
const end = Effect.fnUntraced(function* (organization: string, jobId: string, outcome = completed) {
  const jobs = yield* JobRepository
  const { claim } = yield* claimed(organization, jobId)
  yield* jobs.finish(claim, outcome, finished_at)
})

const isFull = (error: unknown, open = 3) =>
  assert.deepInclude(error as TooManyOpen, { _tag: "TooManyOpen", resource: "export", open, limit: 3 })

export const requestPromises = promises({
  *"gives the run of a job what that was asked for, exactly"({ mine }) {
    const jobs = yield* JobRepository
    const { job_id } = yield* jobs.create(mine, aNewJob({ request, created_at }))
    const first = yield* claimed(mine, job_id)
    assert.deepStrictEqual(first.request, request)
    yield* jobs.finish(first.claim, { status: "queued", message: "Again", error: null }, finished_at)
    assert.deepStrictEqual((yield* claimed(mine, job_id)).request, request)
  },
  *"gives the run of a change sheet what that was asked for, exactly"({ mine }) {
    const jobs = yield* JobRepository
    const sheet = { batch_key: 'PC-"1"', export_format: "csv", file_options: { gzip: true } } as const
    const { job_id } = yield* jobs.create(mine, aNewJob({ request: sheet, created_at }))
    assert.deepStrictEqual((yield* claimed(mine, job_id)).request, sheet)
  },
  *"keeps what a failed job was asked for, for another life"({ mine }) {
    const jobs = yield* JobRepository
    const { job_id } = yield* jobs.create(mine, aNewJob({ request, created_at }))
    yield* end(mine, job_id, outcomes[1])
    yield* jobs.retry(mine, job_id, "Again")
    assert.deepStrictEqual((yield* claimed(mine, job_id)).request, request)
  },
  *"creates no more than may be open, however many come at once"({ mine, theirs }) {
    const { created, refused } = yield* createAtOnce(mine, 8)
    assert.strictEqual(created.length, 3)
    for (const error of refused) isFull(error)
    assert.strictEqual((yield* createAtOnce(theirs, 3)).created.length, 3)
    for (const jobId of created.slice(0, 2)) yield* end(mine, jobId)
    assert.strictEqual((yield* createAtOnce(mine, 8)).created.length, 2)
  },
  *"gives a failed job another life only where there is room"({ mine }) {
    const jobs = yield* JobRepository
    const [failed, ...open] = (yield* createAtOnce(mine, 3)).created
    yield* end(mine, failed!, outcomes[1])
    yield* createAtOnce(mine, 1)
    isFull(yield* Effect.flip(jobs.retry(mine, failed!, "Again", 3)))
    assert.deepInclude(Option.getOrThrow(yield* jobs.find(mine, failed!)), { status: "failed" })
    const running = open[0]!
    assert.isTrue(Option.isSome(yield* jobs.retry(mine, running, "Again", 3)))
    yield* end(mine, running)
    assert.deepInclude(Option.getOrThrow(yield* jobs.retry(mine, failed!, "Again", 3)), { status: "queued" })
  },
})
