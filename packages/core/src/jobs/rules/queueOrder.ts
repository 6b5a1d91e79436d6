import { compareText } from "../../kernel/rules/compareText.ts"

/** A job that waits; `turn` is what `nextTurn` gave it, `created_at` microseconds. */
export interface QueuedJob {
  readonly turn: number
  readonly created_at: number
  readonly job_id: string
}

/**
 * The turn of a job that is queued: one after the last of its own organization, but none that is over.
 *
 * `begun`: the highest turn of which a job has begun in the lane; `own`: the highest of the organization's jobs there
 * that wait or have begun. So each organization has one job a turn, and one that comes late is not behind by what
 * others have asked for before.
 */
export const nextTurn = (begun: number | undefined, own: number | undefined): number =>
  Math.max(begun ?? 0, own === undefined ? 0 : own + 1)

/** The order in which waiting jobs of a lane begin, a total one: by turn, then by age, then by id. */
export const queueOrder = (a: QueuedJob, b: QueuedJob): number =>
  a.turn - b.turn || a.created_at - b.created_at || compareText(a.job_id, b.job_id)
