import { Duration, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { noneFree } from "./failures.ts"

/** Whom a place is for: an organization, or null for what is no one's own, such as housekeeping. */
type Party = string | null

export interface FairGateOptions {
  readonly places: number
  /** The most places of one organization at once. */
  readonly share: number
  /** Who has waited for so long is turned away. */
  readonly limit: Duration.Input
}

/**
 * Lets at most N work at once, of each organization no more than its share. A place that becomes free goes to the
 * organization that has the fewest, of equals to the one that has waited longest since, and in it to who came first.
 *
 * Effect's `Semaphore` lets who comes now pass those that it has just woken: of small searches over 64 connections one
 * in a hundred then took 131 ms or more, instead of 55. A plain timer, and only for who waits: racing each piece of
 * work against a sleeping fiber costs more than the work.
 */
export const fairGate = ({ places, share, limit }: FairGateOptions) => {
  const millis = Duration.toMillis(limit)
  const held = new Map<Party, number>()
  // parties in the order in which they came to wait, or were let in last
  const waiting = new Map<Party, Set<() => void>>()
  let free = places

  const holds = (party: Party) => held.get(party) ?? 0
  const mayHold = (party: Party) => party === null || holds(party) < share
  const take = (party: Party) => {
    free--
    held.set(party, holds(party) + 1)
  }
  const admitNext = () => {
    let next: Party | undefined
    for (const party of waiting.keys())
      if (mayHold(party) && (next === undefined || holds(party) < holds(next))) next = party
    if (next === undefined) return
    const line = waiting.get(next)!
    const [first] = line
    first!()
    if (line.size === 0) return
    waiting.delete(next)
    waiting.set(next, line)
  }
  const leave = (party: Party) => {
    free++
    if (holds(party) === 1) held.delete(party)
    else held.set(party, holds(party) - 1)
    admitNext()
  }
  const lineOf = (party: Party) => {
    const line = waiting.get(party) ?? new Set()
    waiting.set(party, line)
    return line
  }
  const waitFor = (party: Party, comeIn: () => void) =>
    Effect.callback<void, SqlError>((resume) => {
      const line = lineOf(party)
      const admit = () => {
        stop()
        comeIn()
        resume(Effect.void)
      }
      const tooLate = () => {
        stop()
        resume(Effect.fail(noneFree()))
      }
      // a timer of more fires at once
      const timer = millis < 2 ** 31 ? setTimeout(tooLate, millis) : undefined
      const stop = () => {
        clearTimeout(timer)
        line.delete(admit)
        if (line.size === 0 && waiting.get(party) === line) waiting.delete(party)
      }
      line.add(admit)
      return Effect.sync(stop)
    })
  const admitted = <A, E, R>(party: Party, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.suspend(() => {
      let isIn = false
      const comeIn = () => {
        take(party)
        isIn = true
      }
      const inTurn = Effect.suspend((): Effect.Effect<A, E | SqlError, R> => {
        if (free === 0 || !mayHold(party)) return Effect.andThen(waitFor(party, comeIn), work)
        comeIn()
        return work
      })
      // whatever interrupts it, also between being let in and beginning
      return Effect.ensuring(
        inTurn,
        Effect.sync(() => {
          if (isIn) leave(party)
        }),
      )
    })
  return Object.assign(admitted, {
    waiting: () => [...waiting.values()].reduce((sum, line) => sum + line.size, 0),
  })
}
