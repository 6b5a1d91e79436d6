import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../contract/errors.ts"

/**
 * The message of kind `bulkops.export`: that a job waits in a lane. There is one for each job that waits; it runs the
 * first in line (`JobLine`), whichever it was offered for.
 */
export interface ExportMessage {
  readonly organization: string
  readonly job_id: string
  readonly lane: string
  /** Of a job that waits again, the runs it had begun before; that makes its message another one. */
  readonly begun?: number
  /** Sets apart a message for a job whose own seems to be gone. */
  readonly again?: string
}

/** What tells messages apart, and which the job that one runs is held by. */
export const exportMessageId = ({ job_id, begun, again }: ExportMessage): string =>
  [job_id, begun, again].filter((part) => part !== undefined).join(":")

/**
 * Carries `bulkops.export` messages to workers.
 *
 * Promises: a message offered in a `Transaction` exists exactly if that commits; offering the same
 * `exportMessageId` twice makes one message; each message is handled at least once, by one taker of its lane at a time
 * unless that one stops answering; a handler that fails gets it again later, until its attempts are used up.
 */
export class ExportQueue extends Context.Service<
  ExportQueue,
  {
    /** Not to be handled before so many milliseconds have passed, 0 unless given. */
    readonly offer: (message: ExportMessage, delay?: number) => Effect.Effect<void, Unavailable>
    /** Waits for one message of the lane and handles it; success of the handler is the message's end. `attempt` counts from 1. */
    readonly take: <E, R>(
      lane: string,
      handler: (message: ExportMessage, attempt: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E | Unavailable, R>
  }
>()("@hangtag/core/ports/ExportQueue") {}
