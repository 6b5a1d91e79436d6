import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A clock that stands where it was set; waiting takes real time. */
export const standingClock = (start: string | Date) => {
  let now = 0
  const live = Effect.runSync(Clock.Clock)
  const clock: Clock.Clock = {
    sleep: (duration) => live.sleep(duration),
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: live.monotonicTimeNanos,
  }
  const set = (moment: string | Date) => {
    const millis = new Date(moment).getTime()
    if (Number.isNaN(millis)) throw new RangeError(`No moment: ${moment}; use ISO 8601 with offset`)
    now = millis
  }
  set(start)
  return { clock, set, now: () => new Date(now) }
}
