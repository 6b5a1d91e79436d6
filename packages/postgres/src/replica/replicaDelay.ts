import { Clock, type Duration, Effect, Option, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { areOfOneSystem, endOfLog, replayed } from "./position.ts"

/** How far a replica is behind. */
export interface ReplicaDelay {
  /** Of the log, at first. */
  readonly bytes: number
  /** Until it had all that was committed when it was asked; none where that took longer than one waited. */
  readonly milliseconds: Option.Option<number>
}

/** How far the replica is behind its primary; none where it is no standby of that. */
export const replicaDelay = Effect.fnUntraced(function* (
  primary: SqlClient,
  replica: SqlClient,
  patience: Duration.Input,
) {
  const clock = yield* Clock.Clock
  const begun = clock.monotonicTimeNanosUnsafe()
  const end = yield* endOfLog(primary)
  const first = yield* replayed(replica)
  if (first === null || !(yield* areOfOneSystem(primary, replica))) return Option.none<ReplicaDelay>()
  const caughtUp = Effect.repeat(replayed(replica), {
    schedule: Schedule.spaced("10 millis"),
    until: (position) => position !== null && position >= end,
  })
  const found = first >= end ? Option.some(first) : yield* Effect.timeoutOption(caughtUp, patience)
  const milliseconds = Option.map(found, () => Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e6)
  return Option.some<ReplicaDelay>({ bytes: Math.max(0, end - first), milliseconds })
})
