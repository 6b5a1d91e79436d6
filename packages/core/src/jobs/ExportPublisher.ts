import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../kernel/errors.ts"
import type { JobReference } from "./JobArchive.ts"

/** The message of kind `bulkops.export`: that a job was queued in a lane. */
export interface ExportMessage extends JobReference {
  readonly lane: string
}

/**
 * Publishes `bulkops.export` on a broker of the host's own, whose consumers run exports (`runNext`, `runJob`); nothing
 * unless a host provides it, since the workers that come along look by themselves (`JobQueue.notified`).
 *
 * The job's row is the truth: a message may be lost, late or double. It is published once the job was created, in a
 * transaction around that where a host has one; then a consumer may receive it before the commit, and finds no job.
 * Lost ones are made up for by the sweeper, which announces again (`ExportSweeper`).
 */
export const ExportPublisher = Context.Reference<{
  /** Called with each job that was queued. */
  readonly publish: (message: ExportMessage) => Effect.Effect<void, Unavailable>
}>("@hangtag/core/ports/ExportPublisher", { defaultValue: () => ({ publish: () => Effect.void }) })
