import { assert, describe, it } from "@effect/vitest"
import type { Job } from "@hangtag/core"
import { aJob } from "@hangtag/testkit"
import { Deferred, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { jobEvents } from "../../src/server/jobEvents.ts"

const test = generatorTests(it.effect)

const queued = aJob()
const running = aJob({ status: "running", processed: 1, rows_per_second: 800 })
const completed = aJob({
  status: "completed",
  file_name: "export.csv",
  finished_at: "2026-06-01T00:00:02.000Z",
})

const streamed = (current: Job, states: ReadonlyArray<Job>, lastEventId?: string) =>
  Effect.promise(async () => {
    const response = HttpServerResponse.toWeb(
      jobEvents(current, Stream.fromIterable(states), lastEventId, Deferred.makeUnsafe()),
    )
    const text = await response.text()
    return {
      status: response.status,
      ids: [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id!),
      names: [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name),
      jobs: [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Job),
    }
  })

describe("a job's events", () => {
  test("are its states, named by its status, the last one with the result", function* () {
    const { names, jobs } = yield* streamed(queued, [running, completed])
    assert.deepStrictEqual(names, ["queued", "running", "completed"])
    assert.deepStrictEqual(jobs, [queued, running, completed])
  })

  test("go on after the one that a client has seen last, whichever process it asks", function* () {
    const { ids } = yield* streamed(queued, [running, completed])
    const resumed = yield* streamed(running, [completed], ids[1])
    assert.deepStrictEqual(resumed.names, ["completed"])
    assert.deepStrictEqual(resumed.ids, [ids[2]])
    const later = yield* streamed(running, [completed], ids[0])
    assert.deepStrictEqual(later.names, ["running", "completed"])
  })

  test("end for good for a client that has seen the end", function* () {
    const { ids } = yield* streamed(completed, [])
    assert.strictEqual((yield* streamed(completed, [], ids[0])).status, 204)
    assert.deepStrictEqual((yield* streamed(completed, [], "of another job")).names, ["completed"])
  })

  test("end with a hint to come again when the process drains", function* () {
    const draining = yield* Deferred.make<void>()
    const response = HttpServerResponse.toWeb(jobEvents(running, Stream.never, undefined, draining))
    const reader = response.body!.getReader()
    const next = Effect.promise(async () => new TextDecoder().decode((await reader.read()).value))
    assert.match(yield* next, /^id: .*\nevent: running\n/)
    yield* Deferred.succeed(draining, undefined)
    assert.strictEqual(yield* next, "retry: 1000\n\n")
    assert.isTrue((yield* Effect.promise(() => reader.read())).done)
  })
})
