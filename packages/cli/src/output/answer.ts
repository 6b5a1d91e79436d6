import { Console, Effect, References } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import type { Settings } from "../settings/Settings.ts"
import { terminalText } from "./terminalText.ts"

/** `--json`, which every command takes: what it answers is one JSON value a line, for other programs. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDescription("Answer in JSON, and report errors as JSON on stderr"),
    Flag.withDefault(false),
  ),
})

/** `--env-file`, which every command takes; it is read before the program is loaded. */
export const EnvFile = GlobalFlag.Setting("env-file")({
  flag: Flag.String("env-file").pipe(
    Flag.withDescription(
      "Read settings from a file of NAME=value lines; what the environment has goes first",
    ),
    Flag.optional,
  ),
})

/** Prints what a command has to say: `value` as JSON where that is asked for, else `text`. */
export const answer = Effect.fnUntraced(function* (value: unknown, text: string, toStandardError = false) {
  const print = toStandardError ? Console.error : Console.log
  yield* print((yield* Json) ? JSON.stringify(value) : terminalText(text))
})

/** Says that a process is at work, in a line of the log where that is JSON, whatever its level. */
export const announce = (
  { logFormat }: Settings,
  value: Readonly<Record<string, unknown>>,
  text: string,
): Effect.Effect<void, never, GlobalFlag.Setting.Identifier<"json">> =>
  logFormat === "json"
    ? Effect.logInfo(text.split("\n", 1)[0]).pipe(
        Effect.annotateLogs(value),
        Effect.provideService(References.MinimumLogLevel, "Info"),
      )
    : answer(value, text)
