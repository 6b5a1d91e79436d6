import { expect, layer } from "@effect/vitest"
import { instantFromMicros, type JobClaim, JobQueue, JobRepository } from "@hangtag/core"
import { aNewJob } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { TestClock } from "effect/testing"
import { PostgresPorts } from "../../src/index.ts"
import { noteContact } from "../../src/jobs/contact.ts"
import { ageHeartbeat } from "../repositories/ageHeartbeat.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

const ports = PostgresPorts.layer({ lease: "15 seconds" }).pipe(Layer.provideMerge(embeddedTestLayer()))

const claim = (lane: string) =>
  Effect.flatMap(JobQueue, (queue) =>
    Effect.map(queue.claim(lane, 9, instantFromMicros(0)), (claimed) => claimed.map(({ job }) => job.job_id)),
  )

/** A job whose run gave its last heartbeat a minute ago, by the database's clock. */
const abandoned = Effect.fnUntraced(function* (lane: string) {
  const [jobs, queue] = [yield* JobRepository, yield* JobQueue]
  const { job_id } = yield* jobs.create("acme", aNewJob({ lane }))
  yield* queue.claimJob({ organization: "acme", job_id }, instantFromMicros(0))
  yield* ageHeartbeat({ organization: "acme", job_id }, 60)
  return job_id
})

// one database and one clock, which goes on: each has a lane of its own, and the first finds no contact yet
layer(ports)("a worker", (it) => {
  it.effect("takes no run for dead before it has had contact with the database for five seconds", () =>
    Effect.gen(function* () {
      const dead = yield* abandoned("new")
      expect(yield* claim("new")).toEqual([])
      yield* TestClock.adjust("3 seconds")
      expect(yield* claim("new")).toEqual([])
      yield* TestClock.adjust("2 seconds")
      expect(yield* claim("new")).toEqual([dead])
    }),
  )

  it.effect.each([
    {
      what: "a statement failed",
      gap: Effect.gen(function* () {
        const sql = yield* SqlClient
        const error = new SqlError({ reason: new ConnectionError({ cause: undefined, message: "gone" }) })
        yield* Effect.ignore(noteContact(sql)(Effect.fail(error)))
      }),
    },
    { what: "it was stopped for longer than that", gap: TestClock.adjust("20 seconds") },
  ])("nor after $what; what waits it takes all the same", ({ what: lane, gap }) =>
    Effect.gen(function* () {
      for (let second = 0; second < 6; second += 2) {
        yield* claim(lane)
        yield* TestClock.adjust("2 seconds")
      }
      yield* gap
      const dead = yield* abandoned(lane)
      const { job_id } = yield* (yield* JobRepository).create("acme", aNewJob({ lane }))
      expect(yield* claim(lane)).toEqual([job_id])
      yield* TestClock.adjust("4 seconds")
      expect(yield* claim(lane)).toEqual([])
      yield* TestClock.adjust("2 seconds")
      expect(yield* claim(lane)).toEqual([dead])
    }),
  )

  it.effect("that runs exports and claims none keeps in contact by their heartbeats", () =>
    Effect.gen(function* () {
      const [jobs, queue] = [yield* JobRepository, yield* JobQueue]
      const dead = yield* abandoned("other")
      yield* jobs.create("acme", aNewJob({ lane: "large" }))
      const claims: ReadonlyArray<{ readonly claim: JobClaim }> = yield* queue.claim(
        "large",
        1,
        instantFromMicros(0),
      )
      for (let second = 0; second < 30; second++) {
        yield* TestClock.adjust("1 second")
        yield* jobs.progress(claims[0]!.claim, { processed: 1, message: "on" })
      }
      expect(yield* claim("other")).toEqual([dead])
    }),
  )
})
