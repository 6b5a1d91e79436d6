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

const writers = {
  stdout: Logger.withConsoleLog<unknown, string>,
  stderr: Logger.withConsoleError<unknown, string>,
}

const loggerOf = (format: Settings["logFormat"], to: keyof typeof writers) =>
  format === "pretty"
    ? Logger.consolePretty()
    : writers[to](format === "json" ? Logger.formatJson : Logger.formatLogFmt)

/** Writes the log as the settings say: where a process runs on and on to standard output, else beside its answer. */
export const logging = (
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  to: keyof typeof writers = "stdout",
) =>
  Layer.mergeAll(
    Logger.layer([loggerOf(logFormat, to)]),
    Layer.succeed(References.MinimumLogLevel, levels[logLevel]),
    // what the pretty one goes by
    Layer.succeed(References.LogToStderr, to === "stderr"),
  )
