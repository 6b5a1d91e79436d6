import { assert, it } from "@effect/vitest"
import { JobRepository, ObjectStorage } from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { runExport } from "@hangtag/worker"
import { Effect, Option, Stream } from "effect"
import { options, queued, storedKeys } from "./world.ts"

it.effect("what a killed run left of a job that was then cancelled goes with the job's next message", () =>
  Effect.gen(function* () {
    const message = yield* queued()
    const { organization, job_id } = message
    const jobs = yield* JobRepository
    const storage = yield* ObjectStorage
    const { claim } = Option.getOrThrow(yield* jobs.start(organization, job_id, 0, null))
    const left = Stream.make(new Uint8Array([1]))
    yield* storage.put(`exports/${job_id}/killed/export.csv`, left, { content_type: "text/csv" })
    yield* jobs.finish(claim, { status: "queued", message: "Again", error: "broken", delay: 0 }, 0)
    yield* jobs.cancel(organization, job_id, 0)
    assert.strictEqual((yield* storedKeys).length, 1)
    yield* runExport({ ...message, begun: 1 }, options)
    assert.deepStrictEqual(yield* storedKeys, [])
  }).pipe(Effect.provide(memoryPorts)),
)
