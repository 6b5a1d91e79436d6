import { Console, Effect, Terminal } from "effect"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { Json } from "./answer.ts"

const width = 24

/**
 * Draws how far long work has come: one line that redraws itself on a terminal, else a line at each
 * quarter, so that logs stay short; none where the answer is JSON. Give it the share done (0 to 1) and a few words. Where standard output is for something
 * else it writes its lines to standard error.
 */
export const progressBar = Effect.fnUntraced(function* (label: string, toStandardError = false) {
  const terminal = yield* Terminal.Terminal
  const capabilities = yield* TerminalCapabilities
  const canAnimate = capabilities.canAnimate && !toStandardError
  const display = toStandardError
    ? (text: string) => Console.error(text.trimEnd())
    : (text: string) => terminal.display(text)
  const isQuiet = yield* Json
  let shown = -1
  let length = 0
  return (share: number, words: string) =>
    Effect.suspend(() => {
      if (isQuiet) return Effect.void
      const percent = Math.floor(Math.max(0, Math.min(1, share)) * 100)
      if (!canAnimate) {
        if (percent < 100 ? percent < shown + 25 : shown === 100) return Effect.void
        shown = percent
        return display(`${label} ${percent} % ${words}\n`)
      }
      const filled = Math.round((percent / 100) * width)
      const line = `${label} [${"#".repeat(filled)}${".".repeat(width - filled)}] ${percent} % ${words}`
      const end = percent === 100 && shown !== 100 ? "\n" : ""
      if (percent === 100 && shown === 100) return Effect.void
      shown = percent
      const text = `\r${line.padEnd(length)}${end}`
      length = line.length
      return display(text)
    })
})
