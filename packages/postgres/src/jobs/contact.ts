import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Longer than any two statements of a worker are apart: it looks for jobs every few seconds, and gives heartbeats. */
const longestGapSeconds = 6

/**
 * Since when a process has had contact with its database without a gap, by the queue's statements; on a clock that never
 * jumps.
 *
 * When the database comes back after an outage longer than the lease, or a process wakes that was stopped so long, every
 * run looks dead, though its next heartbeat may be on its way. So no one takes runs for dead before such contact.
 */
class Contact {
  #since: number | undefined
  #last = 0

  answered(now: number): void {
    if (this.#since === undefined || now - this.#last > longestGapSeconds) this.#since = now
    this.#last = now
  }

  failed(): void {
    this.#since = undefined
  }

  lasts(seconds: number, now: number): boolean {
    return this.#since !== undefined && now - this.#last <= longestGapSeconds && now - this.#since >= seconds
  }
}

const contacts = new WeakMap<SqlClient, Contact>()

const contactOf = (sql: SqlClient): Contact => {
  const contact = contacts.get(sql) ?? new Contact()
  contacts.set(sql, contact)
  return contact
}

const seconds = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e9)

/** Notes whether the database answered. */
export const noteContact =
  (sql: SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    work.pipe(
      Effect.tap(Effect.map(seconds, (now) => contactOf(sql).answered(now))),
      Effect.tapError(() => Effect.sync(() => contactOf(sql).failed())),
    )

/** Whether the database has been answering for N seconds; of none it always has. */
export const hasContact = (sql: SqlClient, atLeast: number): Effect.Effect<boolean> =>
  Effect.map(seconds, (now) => atLeast === 0 || contactOf(sql).lasts(atLeast, now))
