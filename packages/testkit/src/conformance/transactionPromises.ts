import {
  CallingOrganization,
  CatalogRepository,
  CatalogWriter,
  JobRepository,
  Transaction,
} from "@hangtag/core"
import { assert } from "chai"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { aBrand, aNewJob } from "../builders/index.ts"
import { promisesOf } from "./suite/promisesOf.ts"

/** Writes through two ports and gives the job's id. */
const writeTwice = Effect.fnUntraced(function* (organization: string) {
  const jobs = yield* JobRepository
  const { saveBrands } = yield* CatalogWriter
  yield* saveBrands(organization, [aBrand()])
  return (yield* jobs.create(organization, aNewJob())).job_id
})

const written = Effect.fnUntraced(function* (organization: string, jobId: string) {
  const jobs = yield* JobRepository
  const { findColorway } = yield* CatalogRepository
  const { brand } = yield* findColorway(organization, { brand_key: "B1", product_key: "", color: "" })
  return { brand: brand !== null, job: Option.isSome(yield* jobs.find(organization, jobId)) }
})
const both = { brand: true, job: true }
const neither = { brand: false, job: false }

/** What a `Transaction` promises, each by the name of its test. */
export const transactionPromises = promisesOf<
  Transaction | JobRepository | CatalogWriter | CatalogRepository
>()({
  *"keeps the writes of several ports when the effect succeeds, and gives its value"({ mine }) {
    const { atomically } = yield* Transaction
    const jobId = yield* atomically(writeTwice(mine))
    assert.deepStrictEqual(yield* written(mine, jobId), both)
  },
  *"shows a transaction its own writes"({ mine }) {
    const { atomically } = yield* Transaction
    const seen = yield* atomically(Effect.flatMap(writeTwice(mine), (jobId) => written(mine, jobId)))
    assert.deepStrictEqual(seen, both)
  },
  *"keeps nothing when the effect fails, and fails with its error"({ mine }) {
    const { atomically } = yield* Transaction
    const error = yield* Effect.flip(
      atomically(Effect.flatMap(writeTwice(mine), (jobId) => Effect.fail({ reason: "no", jobId }))),
    )
    assert.propertyVal(error, "reason", "no")
    const { jobId } = error as { jobId: string }
    assert.deepStrictEqual(yield* written(mine, jobId), neither)
  },
  *"keeps nothing when the effect dies"({ mine }) {
    const { atomically } = yield* Transaction
    let jobId = ""
    const exit = yield* Effect.exit(
      atomically(
        Effect.flatMap(writeTwice(mine), (id) => {
          jobId = id
          return Effect.die(new Error("no"))
        }),
      ),
    )
    assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    assert.deepStrictEqual(yield* written(mine, jobId), neither)
  },
  *"keeps nothing when the effect is interrupted"({ mine }) {
    const { atomically } = yield* Transaction
    const wrote = yield* Deferred.make<string>()
    const stuck = Effect.flatMap(writeTwice(mine), (jobId) =>
      Effect.andThen(Deferred.succeed(wrote, jobId), Effect.never),
    )
    const fiber = yield* Effect.forkChild(atomically(stuck))
    const jobId = yield* Deferred.await(wrote)
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual(yield* written(mine, jobId), neither)
  },
  *"works on after a failure"({ mine, theirs }) {
    const { atomically } = yield* Transaction
    yield* Effect.exit(atomically(Effect.andThen(writeTwice(mine), Effect.fail("no"))))
    // as the operations of theirs do
    const jobId = yield* Effect.provideService(atomically(writeTwice(theirs)), CallingOrganization, theirs)
    assert.deepStrictEqual(yield* written(theirs, jobId), both)
  },
  *"shows no other its writes before it ends"({ mine }) {
    const { atomically } = yield* Transaction
    const wrote = yield* Deferred.make<string>()
    const finish = yield* Deferred.make<void>()
    const writing = yield* Effect.forkChild(
      atomically(
        Effect.gen(function* () {
          yield* Deferred.succeed(wrote, yield* writeTwice(mine))
          yield* Deferred.await(finish)
          return yield* Effect.fail("no")
        }),
      ),
    )
    const jobId = yield* Deferred.await(wrote)
    // an adapter with one session lets the reader wait instead
    const reading = yield* Effect.forkChild(written(mine, jobId))
    for (let i = 0; i < 20; i++) yield* Effect.yieldNow
    yield* Deferred.succeed(finish, undefined)
    yield* Fiber.await(writing)
    assert.deepStrictEqual(yield* Fiber.join(reading), neither)
  },
  *"undoes one of many at once without touching the others"({ mine }) {
    const { atomically } = yield* Transaction
    const jobs = yield* JobRepository
    const ids: Array<string> = []
    const one = (index: number) =>
      atomically(
        Effect.gen(function* () {
          const { job_id } = yield* jobs.create(mine, aNewJob())
          ids[index] = job_id
          yield* Effect.yieldNow
          if (index % 3 === 0) return yield* Effect.fail("no")
        }),
      )
    yield* Effect.all(
      Array.from({ length: 12 }, (_, index) => Effect.exit(one(index))),
      { concurrency: "unbounded" },
    )
    const kept = yield* Effect.forEach(ids, (id) => Effect.map(jobs.find(mine, id), Option.isSome))
    assert.deepStrictEqual(
      kept,
      ids.map((_, index) => index % 3 !== 0),
    )
  },
})
