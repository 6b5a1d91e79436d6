import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../contract/errors.ts"

/** The message of kind `bulkops.export`: which job to run. Everything else is on the job. */
export interface ExportMessage {
  readonly organization: string
  readonly job_id: string
  /** Of a job that was given another life, the runs it had begun before; that makes its message another one. */
  readonly begun?: number
}

/**
 * Carries `bulkops.export` messages to workers.
 *
 * Promises: a message offered in a `Transaction` exists exactly if that commits; offering the same `job_id` and
 * `begun` twice makes one message; each message is handled at least once, by one taker at a time unless that one
 * stops answering; a handler that fails gets it again later, until its attempts are used up.
 */
export class ExportQueue extends Context.Service<
  ExportQueue,
  {
    readonly offer: (message: ExportMessage) => Effect.Effect<void, Unavailable>
    /** Waits for one message and handles it; success of the handler is the message's end. `attempt` counts from 1. */
    readonly take: <E, R>(
      handler: (message: ExportMessage, attempt: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E | Unavailable, R>
  }
>()("@hangtag/core/ports/ExportQueue") {}
