import { Layer, Logger, References } from "effect"
import type { Settings } from "../settings/Settings.ts"

const levels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None",
} as const

const formats = {
  pretty: Logger.consolePretty(),
  logfmt: Logger.consoleLogFmt,
  json: Logger.consoleJson,
} as const

/** Writes the log as the settings say: where a process runs on and on to standard output, else beside its answer. */
export const logging = (
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  to: "stdout" | "stderr" = "stdout",
) =>
  Layer.mergeAll(
    Logger.layer([formats[logFormat]]),
    Layer.succeed(References.MinimumLogLevel, levels[logLevel]),
    Layer.succeed(References.LogToStderr, to === "stderr"),
  )
