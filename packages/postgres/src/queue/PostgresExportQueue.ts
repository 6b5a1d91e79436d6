import { ExportQueue, Unavailable } from "@hangtag/core"
import { Effect, Layer, Predicate, Schema } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"

const ExportMessage = Schema.Struct({
  organization: Schema.String,
  job_id: Schema.String,
  begun: Schema.optionalKey(Schema.Int),
})

const idOf = ({ job_id, begun }: typeof ExportMessage.Type) =>
  begun === undefined ? job_id : `${job_id}:${begun}`

/** The messages' kind, and the name of the queue that carries them. */
export const exportQueueName = "bulkops.export"

const isQueueError = (error: unknown): error is PersistedQueue.PersistedQueueError =>
  Predicate.hasProperty(error, PersistedQueue.ErrorTypeId)

const unavailable = (operation: string) => new Unavailable({ service: "queue", operation, retryable: true })

const make = (maxAttempts: number) =>
  Effect.gen(function* () {
    const queue = yield* PersistedQueue.make({ name: exportQueueName, schema: ExportMessage, maxAttempts })
    return ExportQueue.of({
      offer: (message) =>
        queue.offer(message, { id: idOf(message) }).pipe(
          Effect.mapError(() => unavailable("ExportQueue.offer")),
          Effect.asVoid,
        ),
      take: <E, R>(
        handler: (message: typeof ExportMessage.Type, attempt: number) => Effect.Effect<void, E, R>,
      ) =>
        queue
          .take((message, { attempts }) => handler(message, attempts))
          .pipe(Effect.mapError((error) => (isQueueError(error) ? unavailable("ExportQueue.take") : error))),
    })
  })

/** How often a message is handed out at most, unless the layer is given another number. */
export const defaultExportAttempts = 5

/**
 * `ExportQueue` over whichever store keeps `PersistedQueue`s: `queueStoreLayer` joins transactions, others
 * (Redis) cannot.
 */
export const PostgresExportQueue = {
  layer: (options?: {
    /** Beyond so many attempts a message is kept as failed and not handed out again; 5 unless given. */
    readonly maxAttempts?: number
  }): Layer.Layer<ExportQueue, never, PersistedQueue.PersistedQueueFactory> =>
    Layer.effect(ExportQueue, make(options?.maxAttempts ?? defaultExportAttempts)),
}
