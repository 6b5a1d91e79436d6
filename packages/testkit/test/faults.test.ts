import { assert, describe, it } from "@effect/vitest"
import { CatalogWriter, JobRepository, ObjectStorage, PriceRepository, Unavailable } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import {
  aBrand,
  aColorwayPrefillRequest,
  aNewJob,
  anExportRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  atCall,
  atEveryCall,
  bySeed,
  delay,
  duplicate,
  type Fault,
  type FaultPlan,
  failAfter,
  failBefore,
  faultyPort,
  layerTest,
  MemoryCatalog,
  memoryPorts,
} from "../src/index.ts"

const jobsMade = Effect.gen(function* () {
  const { read } = yield* MemoryCatalog
  return yield* read(({ organizations }) => organizations.get("acme")?.jobs.size ?? 0)
})

const create = Effect.gen(function* () {
  const jobs = yield* JobRepository
  return yield* jobs.create("acme", aNewJob())
})

const withJobs = (plan: FaultPlan) => faultyPort(JobRepository, plan)(memoryPorts)

describe("a faulty port", () => {
  it.effect("that fails before has done nothing", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(create)
      assert.instanceOf(error, Unavailable)
      assert.deepInclude(error, { service: "database", operation: "create", retryable: true })
      assert.strictEqual(yield* jobsMade, 0)
      yield* create
      assert.strictEqual(yield* jobsMade, 1)
    }).pipe(Effect.provide(withJobs(atCall(1, failBefore())))),
  )

  it.effect("that fails after has done it", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(create), Unavailable)
      assert.strictEqual(yield* jobsMade, 1)
    }).pipe(Effect.provide(withJobs(atCall(1, failAfter())))),
  )

  it.effect("fails as it is set", () => {
    const error = new Unavailable({ service: "storage", operation: "disk full", retryable: false })
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(create), error)
    }).pipe(Effect.provide(withJobs(atEveryCall(failBefore(error)))))
  })

  it.effect("that delays does it later, by the clock", () =>
    Effect.gen(function* () {
      const creating = yield* Effect.forkChild(create)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* jobsMade, 0)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(creating)
      assert.strictEqual(yield* jobsMade, 1)
    }).pipe(Effect.provide(withJobs(atEveryCall(delay("1 minute"))))),
  )

  it.effect("that duplicates does it twice and answers once", () =>
    Effect.gen(function* () {
      const job = yield* create
      assert.strictEqual(yield* jobsMade, 2)
      const jobs = yield* JobRepository
      assert.isTrue((yield* jobs.find("acme", job.job_id))._tag === "Some")
    }).pipe(Effect.provide(withJobs(atCall(1, duplicate)))),
  )

  it.effect("meets its fault at the nth call of the method, counting retries", () =>
    Effect.gen(function* () {
      const jobs = yield* JobRepository
      yield* create
      yield* jobs.find("acme", "nope")
      yield* create
      const third = Effect.exit(create)
      assert.deepStrictEqual([yield* third, yield* third].map(Exit.isSuccess), [false, true])
      assert.strictEqual(yield* jobsMade, 3)
    }).pipe(Effect.provide(withJobs(atCall(3, failBefore(), "create")))),
  )

  it.effect("fails the same calls for the same seed", () => {
    const outcomes = (seed: number) =>
      Effect.forEach(Array.from({ length: 40 }), () => Effect.map(Effect.exit(create), Exit.isSuccess)).pipe(
        Effect.provide(withJobs(bySeed(seed, 0.5, [failBefore(), failAfter()]))),
      )
    return Effect.gen(function* () {
      const first = yield* outcomes(1)
      assert.deepStrictEqual(yield* outcomes(1), first)
      assert.notDeepEqual(yield* outcomes(2), first)
      const failures = first.filter((succeeded) => !succeeded).length
      assert.isTrue(failures > 10 && failures < 30)
    })
  })

  it.effect("leaves other methods and ports alone", () =>
    Effect.gen(function* () {
      yield* create
      const jobs = yield* JobRepository
      assert.instanceOf(yield* Effect.flip(jobs.find("acme", "x")), Unavailable)
      const { saveBrands } = yield* CatalogWriter
      assert.strictEqual((yield* saveBrands("acme", [aBrand()])).inserted, 1)
    }).pipe(Effect.provide(withJobs(atEveryCall(failBefore(), "find")))),
  )

  const keys = Effect.gen(function* () {
    const storage = yield* ObjectStorage
    yield* Effect.exit(storage.put("a", Stream.make(new Uint8Array(1)), { content_type: "text/csv" }))
    return yield* Effect.exit(Stream.runCollect(Stream.map(storage.list(""), (object) => object.key)))
  })
  const listing = (fault: Fault) =>
    keys.pipe(Effect.provide(faultyPort(ObjectStorage, atEveryCall(fault, "list"))(memoryPorts)))

  it.effect("meets streams as it meets effects", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isFailure(yield* listing(failBefore())))
      assert.isTrue(Exit.isFailure(yield* listing(failAfter())))
      assert.deepStrictEqual(yield* listing(duplicate), Exit.succeed(["a"]))
      const late = yield* Effect.forkChild(listing(delay("1 minute")))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Fiber.join(late), Exit.succeed(["a"]))
    }),
  )
})

describe("the use cases under faults", () => {
  const principal = aPrincipal()

  it.effect("queue an export whole or not at all, wherever a call fails", () =>
    Effect.gen(function* () {
      for (const port of [JobRepository] as const) {
        for (const fault of [failBefore(), failAfter()]) {
          const adapt = (ports: Layer.Layer<Layer.Success<typeof memoryPorts>>) =>
            faultyPort(port, atEveryCall(fault, "create"))(ports)
          yield* Effect.gen(function* () {
            const { queueExport } = yield* Hangtag
            assert.instanceOf(yield* Effect.flip(queueExport(principal, anExportRequest())), Unavailable)
            assert.strictEqual(yield* jobsMade, fault.kind === "fail_before" ? 0 : 1)
          }).pipe(Effect.provide(layerTest({ adapt })))
        }
      }
    }),
  )

  it.effect("tell of a port that does not answer, and answer when it does again", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const preview = previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
      const error = yield* Effect.flip(preview)
      assert.instanceOf(error, Unavailable)
      assert.strictEqual((yield* preview).incumbents.length, 1)
    }).pipe(
      Effect.provide(
        layerTest({
          seed: { brands: [aBrand()], products: [aProductEntry()], prices: [aPriceEntry()] },
          adapt: faultyPort(PriceRepository, atCall(1, failAfter())),
        }),
      ),
    ),
  )
})
