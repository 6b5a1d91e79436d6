import type { JobArchive } from "@hangtag/core"
import { type Built, missingPorts, servicesOf } from "@hangtag/core/adapter"
import { MissingPort, type OperationName } from "@hangtag/core/effect"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { ExportHousekeeping, type ExportHousekeepingOptions } from "./ExportHousekeeping.ts"
import { ExportWorker, type ExportWorkerOptions, type ExportWorkerPorts } from "./ExportWorker.ts"

/** How a worker beside a `makeHangtag` runs; each has a default. */
export interface StartWorkerOptions extends ExportWorkerOptions {
  /** Deletes files past their time as well; needs a `JobArchive` among the ports. Left out: nothing is deleted. */
  readonly housekeeping?: ExportHousekeepingOptions
}

/** A worker that runs until it is stopped, or its Hangtag is closed. */
export interface RunningWorker {
  /** Takes no more jobs, and resolves when those that run have ended or, after `drainTimeout`, were handed back. */
  readonly stop: () => Promise<void>
}

/** What a worker does between them these operations need too. */
const likeAWorker: ReadonlyArray<OperationName> = ["queueExport", "getJob", "downloadLink"]

/**
 * Runs exports in this process, over the very ports that the Hangtag was made from: what it queues is taken here.
 *
 * For callers who work with promises; with Effect it is `ExportWorker.layer`. Rejects with a `MissingPort` where a port
 * that a worker needs has no adapter.
 */
export const startWorker = async (
  hangtag: Built,
  { housekeeping, ...options }: StartWorkerOptions = {},
): Promise<RunningWorker> => {
  const services = servicesOf(hangtag) as Context.Context<ExportWorkerPorts | JobArchive | Scope.Scope>
  for (const operation of likeAWorker) {
    const missing = missingPorts(services, operation)
    if (missing.length > 0) throw new MissingPort(operation, missing)
  }
  const scope = Scope.forkUnsafe(Context.get(services, Scope.Scope))
  const worker = Layer.merge(
    ExportWorker.layer(options),
    housekeeping === undefined ? Layer.empty : ExportHousekeeping.layer(housekeeping),
  )
  const run = Effect.runPromiseWith(services)
  await run(Layer.buildWithScope(worker, scope))
  return { stop: () => run(Scope.close(scope, Exit.void)) }
}
