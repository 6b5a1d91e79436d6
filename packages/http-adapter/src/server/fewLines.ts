import { Clock, Effect } from "effect"

const mostASecond = 10

type Log = (line: string, ...more: ReadonlyArray<unknown>) => Effect.Effect<void>

/**
 * Makes what logs a line about what a caller whom nobody knows has asked for: ten a second, and with the next how many were
 * left out, since who may write lines without end fills the disk.
 */
export const fewLines = (log: Log = Effect.logInfo): Log => {
  let second = 0
  let written = 0
  let leftOut = 0
  return (line, ...more) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (Math.floor(now / 1_000) !== second) {
        second = Math.floor(now / 1_000)
        written = 0
      }
      if (written >= mostASecond) {
        leftOut++
        return Effect.void
      }
      written++
      const before = leftOut === 0 ? "" : ` (and ${leftOut} more before)`
      leftOut = 0
      return log(line + before, ...more)
    })
}
