import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Unavailable } from "../contract/errors.ts"
import type { JobReference } from "./JobArchive.ts"

/** A run that has recorded nothing for so many seconds is taken for dead, whatever became of its message. */
export const silentSeconds = 60

/** The same of a run without a message (`JobRepository.startWaiting`), whose process no queue knows of. */
export const silentAloneSeconds = 15

/**
 * The line in which the jobs of all organizations wait for workers, one a lane, in the order of `lineOrder`; each
 * has its turn since it was asked for or given another life.
 *
 * A job is held while a message has been given it, or a run has it, and something was recorded of it in the last
 * `silentSeconds`, or `silentAloneSeconds`; every other one that has not ended waits.
 *
 * Promises: a message holds one job at a time, and a job is held by one message; whoever takes a silent job from
 * another message offers one more (`ExportQueue`) in the same step, so that a message serves for one job and there is
 * at any time another for each that no message was given, also while that runs without one; nothing is told of another
 * organization's jobs but how many begin before one's own.
 */
export class JobLine extends Context.Service<
  JobLine,
  {
    /**
     * The job that a message is to run: the one it was given before and nobody took from it, even when that has
     * ended; else the first in line, which it then holds. `none`: no job waits. `later`: those that wait do so for
     * another attempt, or are being taken by others; or none does, but one runs without a message, which may die.
     */
    readonly next: (
      message: string,
      lane: string,
    ) => Effect.Effect<JobReference | "none" | "later", Unavailable>
    /** How many begin before it and itself, 1 for the next one; 1 as well while it is held; none unless it is queued. */
    readonly place: (organization: string, jobId: string) => Effect.Effect<Option.Option<number>, Unavailable>
    /** Those that could begin now, first come first, up to so many. */
    readonly waiting: (lane: string, limit: number) => Effect.Effect<ReadonlyArray<JobReference>, Unavailable>
  }
>()("@hangtag/core/ports/JobLine") {}
