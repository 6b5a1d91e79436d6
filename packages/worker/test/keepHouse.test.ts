import { assert, describe, it } from "@effect/vitest"
import { instantFromMicros, JobRepository, ObjectStorage, Unavailable } from "@hangtag/core"
import { downloadLink, getJob } from "@hangtag/core/effect"
import { memoryPorts } from "@hangtag/testkit"
import { ExportHousekeeping, keepHouse, runJob } from "@hangtag/worker"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { begin, jobOf, options, ports, principal, queued, storedKeys } from "./world.ts"

/** A completed export. */
const exported = Effect.gen(function* () {
  const message = yield* queued()
  yield* runJob(message, options)
  return message
})

const put = Effect.fnUntraced(function* (key: string) {
  const storage = yield* ObjectStorage
  yield* storage.put(key, Stream.make(new Uint8Array([1])), { content_type: "text/csv" })
})

describe("keepHouse", () => {
  it.effect("deletes a file once it was kept long enough; its job says so, and links to it are no more", () =>
    Effect.gen(function* () {
      const message = yield* exported
      yield* TestClock.adjust("7 days")
      assert.deepInclude(yield* keepHouse({}), { expired: 0 })
      assert.isNotNull((yield* getJob(principal, { job_id: message.job_id })).file_url)
      yield* TestClock.adjust("1 millis")
      assert.deepInclude(yield* keepHouse({}), { expired: 1 })
      assert.deepInclude(yield* getJob(principal, { job_id: message.job_id }), {
        status: "expired",
        message: "The file was kept for 7 days and has been deleted; export again",
        file_url: null,
      })
      assert.deepStrictEqual(yield* storedKeys, [])
      const error = yield* Effect.flip(downloadLink(principal, { job_id: message.job_id }))
      assert.deepInclude(error, { _tag: "FileExpired", job_id: message.job_id })
    }).pipe(Effect.provide(ports)),
  )

  it.effect("gives no link to a file that it could not delete yet, and deletes it later", () =>
    Effect.gen(function* () {
      const message = yield* exported
      const storage = yield* ObjectStorage
      yield* TestClock.adjust("8 days")
      const down = new Unavailable({ service: "storage", operation: "delete", retryable: true })
      yield* keepHouse({}).pipe(
        Effect.provideService(ObjectStorage, { ...storage, delete: () => Effect.fail(down) }),
        Effect.flip,
      )
      assert.strictEqual((yield* jobOf(message)).status, "expired")
      assert.strictEqual((yield* storedKeys).length, 1)
      assert.deepStrictEqual(yield* keepHouse({}), { expired: 0, orphans: 1, forgotten: 0 })
      assert.deepStrictEqual(yield* storedKeys, [])
    }).pipe(Effect.provide(ports)),
  )

  it.effect(
    "deletes what an ended job does not hold, what no job knows once it is a day old, and nothing else",
    () =>
      Effect.gen(function* () {
        const done = yield* exported
        const running = yield* queued()
        yield* begin(running)
        const [kept] = yield* storedKeys
        const foreign = ["other/file", "exports/readme.txt"]
        const ofRun = `exports/${running.job_id}/token/export.csv`
        for (const key of [
          ...foreign,
          ofRun,
          `exports/${done.job_id}/dead-run/export.csv`,
          "exports/unknown-job/token/export.csv",
        ])
          yield* put(key)
        assert.deepInclude(yield* keepHouse({}), { orphans: 1 })
        yield* TestClock.adjust("25 hours")
        yield* put("exports/unknown-job/token/young.csv")
        assert.deepInclude(yield* keepHouse({}), { orphans: 1 })
        assert.sameMembers(
          [...(yield* storedKeys)],
          [...foreign, kept, ofRun, "exports/unknown-job/token/young.csv"],
        )
      }).pipe(Effect.provide(ports)),
  )

  it.effect("forgets jobs long after", () =>
    Effect.gen(function* () {
      const message = yield* exported
      const jobs = yield* JobRepository
      const failed = yield* queued()
      const { claim } = yield* begin(failed)
      yield* jobs.finish(
        claim,
        { status: "failed", message: "Failed", error: "broken" },
        instantFromMicros(0),
      )
      const waiting = yield* queued()
      yield* TestClock.adjust("30 days")
      assert.deepInclude(yield* keepHouse({ retention: "1 hour", memory: "30 days" }), {
        expired: 1,
        forgotten: 0,
      })
      yield* TestClock.adjust("2 hours")
      assert.deepInclude(yield* keepHouse({ retention: "1 hour", memory: "30 days" }), { forgotten: 2 })
      for (const { organization, job_id } of [message, failed])
        assert.isTrue(Option.isNone(yield* jobs.find(organization, job_id)))
      assert.strictEqual((yield* jobOf(waiting)).status, "queued")
    }).pipe(Effect.provide(ports)),
  )

  it.effect("is done again and again, whatever fails", () =>
    Effect.gen(function* () {
      const message = yield* exported
      const storage = yield* ObjectStorage
      let down = true
      const flaky = ObjectStorage.of({
        ...storage,
        delete: (key) =>
          Effect.suspend(() =>
            down
              ? Effect.fail(new Unavailable({ service: "storage", operation: "delete", retryable: true }))
              : storage.delete(key),
          ),
      })
      yield* Layer.build(ExportHousekeeping.layer({ retention: "1 hour" })).pipe(
        Effect.provideService(ObjectStorage, flaky),
      )
      yield* TestClock.adjust("61 minutes")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* jobOf(message)).status, "expired")
      down = false
      yield* TestClock.adjust("2 days")
      assert.deepStrictEqual(yield* storedKeys, [])
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(memoryPorts, ports))),
  )
})
