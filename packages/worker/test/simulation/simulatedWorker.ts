import {
  CatalogRepository,
  ExportQueue,
  ExportRepository,
  JobLine,
  type JobReference,
  JobRepository,
  ObjectStorage,
  Transaction,
} from "@hangtag/core"
import { memoryJobLine } from "@hangtag/testkit"
import { ExportWorker, encodeHere, runWaiting } from "@hangtag/worker"
import { Clock, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import type { LeasedQueue } from "./LeasedQueue.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

const takeFrom = (queue: LeasedQueue, process: SimulatedProcess) =>
  ExportQueue.of({
    offer: (message, delay = 0) =>
      Effect.map(Clock.currentTimeMillis, (now) => queue.offer(message, now + delay)),
    take: (lane, handler) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          let delivery = queue.claim(process, lane, yield* Clock.currentTimeMillis)
          while (delivery === undefined) {
            yield* restore(Effect.sleep("200 millis"))
            yield* restore(process.gate("take"))
            delivery = queue.claim(process, lane, yield* Clock.currentTimeMillis)
          }
          const { kept, attempt } = delivery
          const handled = Effect.andThen(Effect.ignore(process.gate("taken")), handler(kept.message, attempt))
          const exit = yield* Effect.exit(restore(handled))
          yield* Effect.ignore(process.gate("acknowledge"))
          const how = Exit.isSuccess(exit) ? "done" : Exit.hasInterrupts(exit) ? "interrupted" : "failed"
          queue.end(delivery, how, yield* Clock.currentTimeMillis)
          return yield* exit
        }),
      ),
  })

/** The ports as that process reaches them. */
const reachedBy = Effect.fnUntraced(function* (process: SimulatedProcess, queue: LeasedQueue) {
  return Layer.mergeAll(
    Layer.succeed(CatalogRepository, process.reaching(yield* CatalogRepository)),
    Layer.succeed(ExportRepository, process.reaching(yield* ExportRepository)),
    Layer.effect(
      JobLine,
      Effect.map(JobLine, (line) => process.reaching(line)),
    ).pipe(
      Layer.provide(Layer.fresh(memoryJobLine)),
      Layer.provide(Layer.succeed(ExportQueue, takeFrom(queue, process))),
    ),
    Layer.succeed(JobRepository, process.reaching(yield* JobRepository)),
    Layer.succeed(ObjectStorage, process.reaching(yield* ObjectStorage)),
    Layer.succeed(Transaction, process.transacting(yield* Transaction)),
    Layer.succeed(ExportQueue, takeFrom(queue, process)),
  )
})

/** Starts the product's worker as that process; closing the scope is SIGTERM. */
export const simulatedWorker = Effect.fnUntraced(function* (process: SimulatedProcess, queue: LeasedQueue) {
  const reached = yield* reachedBy(process, queue)
  const scope = yield* Scope.make()
  const worker = ExportWorker.layer({ concurrency: 2, maxAttempts: 5, encoder: encodeHere })
  yield* Scope.provide(Layer.build(Layer.provide(worker, reached)), scope)
  return scope
})

/** Runs one job without a message for as long as it has not ended, as that process; closing the scope is SIGTERM. */
export const simulatedCommand = Effect.fnUntraced(function* (
  process: SimulatedProcess,
  queue: LeasedQueue,
  job: JobReference,
) {
  const reached = yield* reachedBy(process, queue)
  const scope = yield* Scope.make()
  const look = Effect.flatMap(JobRepository, ({ find }) => find(job.organization, job.job_id))
  const work = Effect.ignore(runWaiting(job, { maxAttempts: 5, encoder: encodeHere, encoding: {} })).pipe(
    Effect.andThen(Effect.sleep("500 millis")),
    Effect.andThen(Effect.option(look)),
    Effect.repeat({
      until: (found) => Option.exists(Option.flatten(found), ({ finished_at }) => finished_at !== null),
    }),
  )
  const fiber = yield* Effect.forkIn(Effect.provide(work, reached), scope)
  return { scope, ended: Fiber.await(fiber) }
})
