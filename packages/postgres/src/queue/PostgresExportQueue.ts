import { ExportQueue, exportMessageId, Unavailable } from "@hangtag/core"
import { Effect, Layer, Predicate, Schedule, Schema } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"

/** As messages are kept; those of before there were lanes wait in the large one. */
export const KeptMessage = Schema.Struct({
  organization: Schema.String,
  job_id: Schema.String,
  lane: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("large"))),
  begun: Schema.optionalKey(Schema.Int),
  again: Schema.optionalKey(Schema.String),
})

/** The messages' kind, and the name of the queue that carries those of the large lane; the other lanes' follow it. */
export const exportQueueName = "bulkops.export"

const queueName = (lane: string) => (lane === "large" ? exportQueueName : `${exportQueueName}.${lane}`)

const isQueueError = (error: unknown): error is PersistedQueue.PersistedQueueError =>
  Predicate.hasProperty(error, PersistedQueue.ErrorTypeId)

const unavailable = (operation: string) => new Unavailable({ service: "queue", operation, retryable: true })

/** Jobs wait for their next attempt by themselves: this is for messages that find no job ready. */
const redelivery = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("10 seconds")])

const make = (maxAttempts: number) =>
  Effect.gen(function* () {
    const factory = yield* PersistedQueue.PersistedQueueFactory
    const queueOf = (lane: string) =>
      factory.make({ name: queueName(lane), schema: KeptMessage, maxAttempts, retrySchedule: redelivery })
    return ExportQueue.of({
      offer: (message, delay = 0) =>
        Effect.flatMap(queueOf(message.lane), (queue) =>
          queue.offer(message, { id: exportMessageId(message), delay }),
        ).pipe(
          Effect.mapError(() => unavailable("ExportQueue.offer")),
          Effect.asVoid,
        ),
      take: <E, R>(
        lane: string,
        handler: (message: typeof KeptMessage.Type, attempt: number) => Effect.Effect<void, E, R>,
      ) =>
        Effect.flatMap(queueOf(lane), (queue) =>
          queue.take((message, { attempts }) => handler(message, attempts)),
        ).pipe(Effect.mapError((error) => (isQueueError(error) ? unavailable("ExportQueue.take") : error))),
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
