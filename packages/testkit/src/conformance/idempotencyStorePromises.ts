import { IdempotencyStore, instantFromMicros, JobRepository, type RepeatableRequest } from "@hangtag/core"
import { assert } from "chai"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { aNewJob, instantOf } from "../builders/index.ts"
import { promisesOf } from "./suite/promisesOf.ts"

const at = instantOf("2026-06-01")
const aRequest = (with_: Partial<RepeatableRequest> = {}): RepeatableRequest => ({
  key: "ann's key",
  fingerprint: "what is asked for",
  at,
  expires_at: instantFromMicros(at + 1_000_000),
  ...with_,
})

/** Work that makes a job, and answers with its id. */
const makeJob = (organization: string) =>
  JobRepository.use((jobs) => Effect.map(jobs.create(organization, aNewJob()), ({ job_id }) => job_id))

const once = <E, R>(organization: string, work: Effect.Effect<string, E, R>, request = aRequest()) =>
  IdempotencyStore.use((store) => store.once(organization, request, work))

const exists = (organization: string, jobId: string) =>
  JobRepository.use((jobs) => Effect.map(jobs.find(organization, jobId), Option.isSome))

/** What an `IdempotencyStore` promises, each by the name of its test. */
export const idempotencyStorePromises = promisesOf<IdempotencyStore | JobRepository>()({
  *"forgets the keys of every organization that have expired, and no other"({ mine, theirs }) {
    const store = yield* IdempotencyStore
    // before every other test's time, so that the keys of those are never meant
    const early = (key: string, seconds: number) =>
      aRequest({
        key,
        at: instantFromMicros(1_000_000),
        expires_at: instantFromMicros(1_000_000 * (1 + seconds)),
      })
    const answer = Effect.succeed("kept")
    for (const organization of [mine, theirs])
      for (const seconds of [1, 2, 3]) yield* once(organization, answer, early(`after ${seconds}`, seconds))
    let forgotten = 0
    for (let some = 1; some > 0; forgotten += some)
      some = yield* store.forget(instantFromMicros(3_000_000), 1)
    assert.isAtLeast(forgotten, 4)
    for (const organization of [mine, theirs]) {
      const again = Effect.succeed("anew")
      // by the clock of that moment none has expired
      assert.strictEqual(yield* once(organization, again, early("after 1", 1)), "anew")
      assert.strictEqual(yield* once(organization, again, early("after 2", 2)), "anew")
      assert.strictEqual(yield* once(organization, again, early("after 3", 3)), "kept")
    }
    while ((yield* store.forget(instantFromMicros(4_000_000), 100)) > 0);
  },
  *"does the work once and gives its answer again"({ mine }) {
    const first = yield* once(mine, makeJob(mine))
    assert.strictEqual(yield* once(mine, makeJob(mine)), first)
    assert.strictEqual(yield* once(mine, Effect.die("never done")), first)
    assert.isTrue(yield* exists(mine, first))
  },
  *"keeps any answer under any key"({ mine }) {
    const answer = `"\\\u0001é\u{1f600}${"x".repeat(100_000)}`
    for (const key of ["", " ", "k".repeat(400), "é\u{1f600}", "a\nb", "'; drop table x; --"]) {
      const request = aRequest({ key })
      yield* once(mine, Effect.succeed(answer), request)
      assert.strictEqual(yield* once(mine, Effect.die("never done"), request), answer)
    }
  },
  *"refuses another request under a key, and does nothing of it"({ mine }) {
    yield* once(mine, Effect.succeed("answer"))
    const other = once(mine, Effect.die("never done"), aRequest({ fingerprint: "something else" }))
    assert.strictEqual((yield* Effect.flip(other))._tag, "IdempotencyKeyReused")
    assert.strictEqual(yield* once(mine, Effect.die("never done")), "answer")
  },
  *"tells keys and organizations apart"({ mine, theirs }) {
    yield* once(mine, Effect.succeed("mine"))
    assert.strictEqual(yield* once(theirs, Effect.succeed("theirs")), "theirs")
    assert.strictEqual(
      yield* once(mine, Effect.succeed("another"), aRequest({ key: "ANN'S KEY" })),
      "another",
    )
    assert.strictEqual(yield* once(mine, Effect.succeed("never")), "mine")
  },
  *"leaves the key unused by work that fails, and undoes it"({ mine }) {
    let jobId = ""
    const failing = Effect.flatMap(makeJob(mine), (id) => {
      jobId = id
      return Effect.fail("no")
    })
    assert.strictEqual(yield* Effect.flip(once(mine, failing)), "no")
    assert.isFalse(yield* exists(mine, jobId))
    assert.strictEqual(yield* once(mine, Effect.succeed("now"), aRequest({ fingerprint: "another" })), "now")
  },
  *"leaves the key unused by work that is interrupted, and undoes it"({ mine }) {
    const made = yield* Deferred.make<string>()
    const stuck = Effect.flatMap(makeJob(mine), (id) =>
      Effect.andThen(Deferred.succeed(made, id), Effect.never),
    )
    const fiber = yield* Effect.forkChild(once(mine, stuck))
    const jobId = yield* Deferred.await(made)
    yield* Fiber.interrupt(fiber)
    assert.isFalse(yield* exists(mine, jobId))
    assert.strictEqual(yield* once(mine, Effect.succeed("now")), "now")
  },
  *"gives no answer from the moment that it expires"({ mine }) {
    yield* once(mine, Effect.succeed("first"))
    const late = aRequest({ at: instantFromMicros(at + 999_999) })
    assert.strictEqual(yield* once(mine, Effect.die("never done"), late), "first")
    const expired = aRequest({
      at: instantFromMicros(at + 1_000_000),
      expires_at: instantFromMicros(at + 2_000_000),
      fingerprint: "another",
    })
    assert.strictEqual(yield* once(mine, Effect.succeed("second"), expired), "second")
    assert.strictEqual(yield* once(mine, Effect.die("never done"), expired), "second")
  },
  *"does the work once, however many ask at once"({ mine }) {
    let done = 0
    const work = Effect.flatMap(makeJob(mine), (id) =>
      Effect.as(
        Effect.sync(() => done++),
        id,
      ),
    )
    const answers = yield* Effect.all(
      Array.from({ length: 8 }, () => Effect.result(once(mine, work))),
      { concurrency: "unbounded" },
    )
    assert.strictEqual(done, 1)
    const given = answers.filter(Result.isSuccess).map(({ success }) => success)
    assert.lengthOf([...new Set(given)], 1)
    for (const answer of answers) {
      if (Result.isFailure(answer)) assert.propertyVal(answer.failure, "_tag", "IdempotencyKeyInUse")
    }
    assert.strictEqual(yield* once(mine, Effect.die("never done")), given[0])
  },
})
