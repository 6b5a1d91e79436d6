import { ExportQueue, exportMessageId } from "@hangtag/core"
import { Effect, Layer } from "effect"
import type { PersistedQueueFactory } from "effect/persistence/PersistedQueue"
import { defaultExportAttempts, exportQueues, queueUnavailable, takeFrom } from "./exportQueues.ts"

const make = (maxAttempts: number) =>
  Effect.map(exportQueues(maxAttempts), (queueOf) =>
    ExportQueue.of({
      offer: (message, delay = 0) =>
        Effect.flatMap(queueOf(message.lane), (queue) =>
          queue.offer(message, { id: exportMessageId(message), delay }),
        ).pipe(
          Effect.catchTag("SchemaError", Effect.die),
          Effect.mapError(queueUnavailable("ExportQueue.offer")),
          Effect.asVoid,
        ),
      take: takeFrom(queueOf),
    }),
  )

/**
 * `ExportQueue` on a store of `PersistedQueue`s that joins transactions: `queueStoreLayer`. `OutboxExportQueue` is
 * for those that cannot.
 */
export const PostgresExportQueue = {
  layer: (options?: {
    /** Beyond so many attempts a message is kept as failed and not handed out again; 5 unless given. */
    readonly maxAttempts?: number
  }): Layer.Layer<ExportQueue, never, PersistedQueueFactory> =>
    Layer.effect(ExportQueue, make(options?.maxAttempts ?? defaultExportAttempts)),
}
