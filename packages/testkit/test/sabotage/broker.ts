import {
  type ExportMessage,
  ExportPublisher,
  ExportRepository,
  instantFromMicros,
  type JobClaim,
  JobQueue,
  JobRepository,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { exportBrokerPromises, portsWithLongRuns } from "@hangtag/testkit/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { aJobFile } from "../../src/index.ts"
import { notices, waitsForever } from "./notices.ts"

interface Ways {
  /** Whether messages wait for the run before them. */
  readonly oneAtATime: boolean
  /** Whether what is ready is announced again. */
  readonly sweeps: boolean
  /** Whether a message for no job ends the consumer. */
  readonly gives: "up" | "on"
  /** What a run that another message comes for does to the job. */
  readonly twice: "leaves" | "fails"
}

const well: Ways = { oneAtATime: false, sweeps: true, gives: "on", twice: "leaves" }

const fake = Effect.fnUntraced(function* (claim: JobClaim) {
  const [jobs, exports] = [yield* JobRepository, yield* ExportRepository]
  const wanted = { variants: false, attributes: true, price_types: [], at: instantFromMicros(0) }
  const selection = { product_keys: [], label_keys: [], sources: [], latestOnly: false }
  yield* Stream.runDrain(exports.products(claim.organization, selection as never, wanted))
  yield* jobs.finish(
    claim,
    { status: "completed", message: "Done", processed: 0, file: aJobFile() },
    yield* currentInstant,
  )
})

/** Consumers as a host might write them first. */
const brokerThat = (ways: Partial<Ways>) => {
  const { oneAtATime, sweeps, gives, twice } = { ...well, ...ways }
  const messages = Effect.runSync(Queue.unbounded<ExportMessage>())
  const publish = (message: ExportMessage) => Effect.asVoid(Queue.offer(messages, message))
  const consume = Effect.gen(function* () {
    const [queue, jobs] = [yield* JobQueue, yield* JobRepository]
    const latest = new Map<string, JobClaim>()
    const handle = Effect.gen(function* () {
      const message = yield* Queue.take(messages)
      const claimed = yield* queue.claimJob(message, instantFromMicros(0))
      if (Option.isSome(claimed)) {
        latest.set(message.job_id, claimed.value.claim)
        const run = fake(claimed.value.claim)
        // as a broker does that got no answer yet
        if (twice === "fails") yield* Effect.forkDetach(Effect.delay(publish(message), "100 millis"))
        return yield* oneAtATime ? run : Effect.forkDetach(run)
      }
      const before = latest.get(message.job_id)
      if (before === undefined && gives === "up") return yield* Effect.never
      if (before !== undefined && twice === "fails")
        yield* jobs.finish(
          before,
          { status: "failed", message: "Again", error: "twice" },
          instantFromMicros(0),
        )
    })
    yield* Effect.forkScoped(Effect.forever(handle))
    const sweep = Effect.flatMap(queue.ready("small", 9), (ready) =>
      Effect.forEach(ready, (job) => publish({ ...job, lane: "small" })),
    )
    if (sweeps) yield* Effect.forkScoped(Effect.repeat(sweep, Schedule.spaced("100 millis")))
  })
  const publisher = Layer.succeed(ExportPublisher, { publish })
  return Layer.provideMerge(
    Layer.effectDiscard(consume),
    Layer.merge(portsWithLongRuns("500 millis"), publisher),
  )
}

const neverRuns = Layer.merge(
  portsWithLongRuns("500 millis"),
  Layer.succeed(ExportPublisher, { publish: () => Effect.void }),
)

const nothing = waitsForever(neverRuns)
const twice = brokerThat({ twice: "fails" })

notices("exportBrokerSuite", exportBrokerPromises, {
  "runs an export that is queued, once": nothing,
  "runs each of many exports of several organizations once": nothing,
  "runs others while an export takes long": brokerThat({ oneAtATime: true }),
  "runs an export once that is published again and again": twice,
  "runs an export once that takes longer than the broker waits for an answer": twice,
  "runs an export whose message was lost": waitsForever(brokerThat({ sweeps: false })),
  "goes on after a message for a job that there is not": waitsForever(
    brokerThat({ gives: "up", sweeps: false }),
  ),
})
