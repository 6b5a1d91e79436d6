import { type ExportQueue, exportMessageId, Unavailable } from "@hangtag/core"
import { Effect, Predicate, Schedule, Schema } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"

/** As messages are kept; those of before there were lanes wait in the large one. */
export const KeptMessage = Schema.Struct({
  organization: Schema.String,
  job_id: Schema.String,
  lane: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("large"))),
  begun: Schema.optionalKey(Schema.Int),
  again: Schema.optionalKey(Schema.String),
})

/** A message from its JSON text. */
const keptMessage = Schema.decodeEffect(Schema.fromJsonString(KeptMessage))

/** The messages' kind, and the name of the queue that carries those of the large lane; the other lanes' follow it. */
export const exportQueueName = "bulkops.export"

/** How often a message is handed out at most, unless the layer is given another number. */
export const defaultExportAttempts = 5

const isQueueError = (error: unknown): error is PersistedQueue.PersistedQueueError =>
  Predicate.hasProperty(error, PersistedQueue.ErrorTypeId)

/** What the queue's own failures are to the core; anything else stays what it is. */
export const queueUnavailable =
  (operation: string) =>
  <E>(error: E): Exclude<E, PersistedQueue.PersistedQueueError> | Unavailable =>
    isQueueError(error)
      ? new Unavailable({ service: "queue", operation, retryable: true })
      : (error as Exclude<E, PersistedQueue.PersistedQueueError>)

/** Jobs wait for their next attempt by themselves: this is for messages that find no job ready. */
const redelivery = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("10 seconds")])

/** The queue of a lane. */
export const exportQueues = (maxAttempts: number) =>
  Effect.map(PersistedQueue.PersistedQueueFactory, (factory) => (lane: string) => {
    const name = lane === "large" ? exportQueueName : `${exportQueueName}.${lane}`
    return factory.make({ name, schema: KeptMessage, maxAttempts, retrySchedule: redelivery })
  })

type QueueOf = Effect.Success<ReturnType<typeof exportQueues>>

/** Takes messages of a lane from its queue, as `ExportQueue` does. */
export const takeFrom =
  (queueOf: QueueOf): ExportQueue["Service"]["take"] =>
  (lane, handler) =>
    Effect.flatMap(queueOf(lane), (queue) =>
      queue.take((message, { attempts }) => handler(message, attempts)),
    ).pipe(Effect.mapError(queueUnavailable("ExportQueue.take")))

/** Offers messages that the outbox kept, to come after what is left of their delay, in milliseconds. */
export const offerKept = Effect.fnUntraced(function* (
  queueOf: QueueOf,
  rows: ReadonlyArray<{ readonly message: string; readonly delay: number }>,
) {
  for (const { message: text, delay } of rows) {
    const message = yield* keptMessage(text)
    const queue = yield* queueOf(message.lane)
    yield* queue.offer(message, { id: exportMessageId(message), delay })
  }
})
