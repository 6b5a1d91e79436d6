import { assert, describe, it } from "@effect/vitest"
import {
  Authenticator,
  allPermissions,
  instantFromMicros,
  type JobOutcome,
  JobQueue,
  JobRepository,
} from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import {
  aBrand,
  aColorwayPrefillRequest,
  aJobFile,
  anExportRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  JobSpy,
  layerTest,
  memoryAuthenticator,
} from "../../src/index.ts"

const principal = aPrincipal()
const catalog = { brands: [aBrand()], products: [aProductEntry()], prices: [aPriceEntry()] }

describe("layerTest", () => {
  it.effect("stands at its moment until the clock is moved", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const preview = previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
      assert.strictEqual((yield* preview).as_of, "2026-06-01T00:00:00.000Z")
      yield* TestClock.adjust("90 minutes")
      assert.strictEqual((yield* preview).as_of, "2026-06-01T01:30:00.000Z")
      yield* TestClock.setTime(Date.parse("2025-01-01T00:00:00Z"))
      assert.strictEqual((yield* preview).incumbents.length, 0)
    }).pipe(Effect.provide(layerTest({ seed: catalog }))),
  )

  it.effect("begins where it is set, for the organization it is set", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const other = aPrincipal({ organization: "other" })
      const preview = yield* previewColorway(other, { brand_key: "B1", ...aColorwayPrefillRequest() })
      assert.strictEqual(preview.as_of, "2030-01-01T00:00:00.000Z")
      const none = yield* Effect.flip(
        previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() }),
      )
      assert.strictEqual(none._tag, "NotFound")
    }).pipe(Effect.provide(layerTest({ seed: catalog, organization: "other", now: "2030-01-01T00:00:00Z" }))),
  )

  it.effect("takes seeds and NDJSON in their order", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const { incumbents } = yield* previewColorway(principal, {
        brand_key: "B1",
        ...aColorwayPrefillRequest(),
      })
      assert.deepStrictEqual(
        incumbents.map((incumbent) => incumbent.amount),
        ["149.90"],
      )
    }).pipe(
      Effect.provide(
        layerTest({
          seed: [
            catalog,
            '{"kind":"price","variant_key":"P1-BLK-9","price_type":"MAP","amount":149.90,"effective_from":"2026-05-01","status":"active"}',
          ],
        }),
      ),
    ),
  )

  it.effect("dies of a seed that cannot be stored, and says which entry", () =>
    Effect.gen(function* () {
      const building = Effect.provide(Effect.void, layerTest({ seed: { prices: [aPriceEntry()] } }))
      const exit = yield* Effect.exit(building)
      assert.isTrue(Exit.isFailure(exit))
      assert.match(String(Exit.isFailure(exit) && exit.cause), /prices\[0\]: unknown variant P1-BLK-9/)
    }),
  )

  it.effect("is a system of its own at each build", () =>
    Effect.gen(function* () {
      const queue = Effect.flatMap(Hangtag, ({ queueExport }) => queueExport(principal, anExportRequest()))
      const find = (id: string) => Effect.flatMap(Hangtag, ({ getJob }) => getJob(principal, { job_id: id }))
      const { job_id } = yield* Effect.provide(queue, layerTest())
      const error = yield* Effect.flip(Effect.provide(find(job_id), layerTest()))
      assert.strictEqual(error._tag, "NotFound")
    }),
  )

  it.effect("lets a watched job be watched by the clock", () =>
    Effect.gen(function* () {
      const { queueExport, watchJob, cancelJob } = yield* Hangtag
      const { job_id } = yield* queueExport(principal, anExportRequest())
      const watching = yield* Effect.forkChild(
        Stream.runCollect(Stream.map(watchJob(principal, { job_id }), (job) => job.status)),
      )
      yield* TestClock.adjust("1 second")
      yield* cancelJob(principal, { job_id })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(watching), ["queued", "cancelled"])
    }).pipe(Effect.provide(layerTest())),
  )
})

describe("JobSpy", () => {
  const completed: JobOutcome = { status: "completed", message: "Done", processed: 1, file: aJobFile() }
  const started = Effect.gen(function* () {
    const { queueExport } = yield* Hangtag
    const { job_id } = yield* queueExport(principal, anExportRequest())
    const queue = yield* JobQueue
    const claimed = yield* queue.claimJob({ organization: "acme", job_id }, instantFromMicros(0))
    return { job_id, claim: Option.getOrThrow(claimed).claim }
  })

  it.effect("waits until a job reaches a status", () =>
    Effect.gen(function* () {
      const spy = yield* JobSpy
      const jobs = yield* JobRepository
      const { job_id, claim } = yield* started
      const waiting = yield* Effect.forkChild(spy.reaches("acme", job_id, "completed"))
      yield* Effect.yieldNow
      yield* jobs.progress(claim, { processed: 1, message: "1 of 1" })
      yield* jobs.finish(claim, completed, instantFromMicros(1))
      assert.strictEqual((yield* Fiber.join(waiting)).processed, 1)
    }).pipe(Effect.provide(layerTest())),
  )

  it.effect("does not wait for what has been", () =>
    Effect.gen(function* () {
      const spy = yield* JobSpy
      const jobs = yield* JobRepository
      const { job_id, claim } = yield* started
      assert.strictEqual((yield* spy.reaches("acme", job_id, "running")).attempt, 1)
      yield* jobs.finish(claim, completed, instantFromMicros(1))
      assert.strictEqual((yield* spy.reaches("acme", job_id, "completed")).message, "Done")
    }).pipe(Effect.provide(layerTest())),
  )

  it.effect("tells when a job ended otherwise, or is not there", () =>
    Effect.gen(function* () {
      const spy = yield* JobSpy
      const jobs = yield* JobRepository
      const { job_id, claim } = yield* started
      const waiting = yield* Effect.forkChild(Effect.exit(spy.reaches("acme", job_id, "completed")))
      yield* Effect.yieldNow
      yield* jobs.finish(
        claim,
        { status: "failed", message: "Gave up", error: "disk full" },
        instantFromMicros(1),
      )
      const exit = yield* Fiber.join(waiting)
      assert.match(String(Exit.isFailure(exit) && exit.cause), /ended failed, never completed: disk full/)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(spy.reaches("acme", "nope", "queued"))))
    }).pipe(Effect.provide(layerTest())),
  )
})

describe("memoryAuthenticator", () => {
  const [home, away] = ["home", "away"].map((organization) => aPrincipal({ organization }))
  const authenticator = memoryAuthenticator({ secret: [home!, away!] })
  const authenticate = Effect.fnUntraced(function* (with_: {
    authorization?: string
    session?: string
    organization?: string
  }) {
    const { authenticate } = yield* Authenticator
    return yield* authenticate({
      authorization: undefined,
      session: undefined,
      organization: undefined,
      headers: {},
      ...with_,
    })
  })

  it.effect("knows a token as bearer or session, in each of its organizations", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* authenticate({ authorization: "Bearer secret" }), {
        ...home!,
        byToken: true,
      })
      assert.deepStrictEqual(yield* authenticate({ session: "secret", organization: "away" }), away)
      assert.strictEqual(home?.permissions, allPermissions)
      const denied = yield* Effect.flip(authenticate({ session: "secret", organization: "elsewhere" }))
      assert.strictEqual(denied._tag, "OrganizationDenied")
      for (const unknown of [
        {},
        { session: "wrong" },
        { session: "constructor" },
        { authorization: "secret" },
        { authorization: "Bearer wrong", session: "secret" },
      ]) {
        assert.strictEqual((yield* Effect.flip(authenticate(unknown)))._tag, "Unauthenticated")
      }
    }).pipe(Effect.provide(authenticator)),
  )
})
