import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { ConfigProvider, Effect } from "effect"
import { exitCode, program } from "./program.ts"

// Who reads has seen enough, as with `| head`.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    process.exit(output === process.stdout ? 0 : 1)
  })
}

// Node's own, which it would write as text
if (process.env.LOG_FORMAT?.trim().toLowerCase() === "json") {
  process.removeAllListeners("warning")
  process.on("warning", ({ name, message }) => {
    const timestamp = new Date().toISOString()
    console.error(JSON.stringify({ message: `${name}: ${message}`, level: "WARN", timestamp }))
  })
}

// what is there and empty is a mistake, and has to be told
const environment = ConfigProvider.fromEnv({ preserveEmptyStrings: true })

NodeRuntime.runMain(
  Effect.provideService(program(process.argv.slice(2)), ConfigProvider.ConfigProvider, environment),
  {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit)),
  },
)
