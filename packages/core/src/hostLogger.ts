import * as Cause from "effect/Cause"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

/** One thing that was logged. */
export interface LogEntry {
  readonly level: "trace" | "debug" | "info" | "warn" | "error"
  readonly message: string
  readonly at: Date
  /** What was said along with it: which job, which organization. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What went wrong, where something did. */
  readonly error?: unknown
}

/** Takes log entries, to hand them on to the host's own logger. */
export type HostLogger = (entry: LogEntry) => void

const levels: { readonly [name: string]: LogEntry["level"] } = {
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "error",
}

/** Logs to the host's logger instead of the console. */
export const hostLogger = (log: HostLogger): Layer.Layer<never> =>
  Logger.layer([
    Logger.make(({ logLevel, message, date, cause, fiber }) => {
      const parts = [message].flat()
      const thrown = parts.find((part) => part instanceof Error)
      const error = cause.reasons.length > 0 ? Cause.squash(cause) : thrown
      log({
        level: levels[logLevel] ?? "info",
        message: parts.filter((part) => part !== thrown).join(" "),
        at: date,
        fields: { ...fiber.getRef(References.CurrentLogAnnotations) },
        ...(error === undefined ? {} : { error }),
      })
    }),
  ])
