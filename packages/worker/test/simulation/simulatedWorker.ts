import {
  CatalogRepository,
  type ClaimedJob,
  ExportRepository,
  JobArchive,
  JobQueue,
  JobRepository,
  ObjectStorage,
} from "@hangtag/core"
import { ExportHousekeeping, ExportWorker, encodeHere, runClaimed, runJob } from "@hangtag/worker"
import { Effect, Fiber, Layer, Option, Scope } from "effect"
import type { Invariants } from "./Invariants.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** The ports as that process reaches them; nothing wakes it for jobs, so that it looks by itself. */
const reachedBy = Effect.fnUntraced(function* (process: SimulatedProcess, invariants: Invariants) {
  const queue = process.reaching(yield* invariants.queueOf(process))
  const look = Effect.andThen(Effect.sleep("2 seconds"), Effect.ignore(process.gate("look")))
  return Layer.mergeAll(
    Layer.succeed(CatalogRepository, process.reaching(yield* CatalogRepository)),
    Layer.succeed(ExportRepository, process.reaching(yield* ExportRepository)),
    Layer.succeed(JobArchive, process.reaching(yield* JobArchive)),
    Layer.succeed(JobQueue, { ...queue, notified: () => look }),
    Layer.succeed(JobRepository, process.reaching(yield* invariants.repository)),
    Layer.succeed(ObjectStorage, process.reaching(yield* ObjectStorage)),
  )
})

/** Starts the product's worker as that process, which removes left files too; closing the scope is SIGTERM. */
export const simulatedWorker = Effect.fnUntraced(function* (
  process: SimulatedProcess,
  invariants: Invariants,
) {
  const reached = yield* reachedBy(process, invariants)
  const scope = yield* Scope.make()
  const worker = Layer.merge(
    ExportWorker.layer({ concurrency: 2, maxAttempts: 5, encoder: encodeHere }),
    ExportHousekeeping.layer({ interval: "5 seconds" }),
  )
  yield* Scope.provide(Layer.build(Layer.provide(worker, reached)), scope)
  return scope
})

/** Runs one job that was claimed for it, for as long as that has not ended, as that process; closing the scope is SIGTERM. */
export const simulatedCommand = Effect.fnUntraced(function* (
  process: SimulatedProcess,
  invariants: Invariants,
  claimed: ClaimedJob,
) {
  const reached = yield* reachedBy(process, invariants)
  const scope = yield* Scope.make()
  const { organization, job_id } = claimed.job
  const options = { maxAttempts: 5, encoder: encodeHere, encoding: {} }
  const look = Effect.flatMap(JobRepository, ({ find }) => find(organization, job_id))
  const again = Effect.sleep("500 millis").pipe(
    Effect.andThen(Effect.ignore(runJob({ organization, job_id }, options))),
    Effect.andThen(Effect.option(look)),
    Effect.repeat({
      until: (found) => Option.exists(Option.flatten(found), ({ finished_at }) => finished_at !== null),
    }),
  )
  const work = Effect.andThen(Effect.ignore(runClaimed(claimed, options)), again)
  const fiber = yield* Effect.forkIn(Effect.provide(work, reached), scope)
  return { scope, ended: Fiber.await(fiber) }
})
