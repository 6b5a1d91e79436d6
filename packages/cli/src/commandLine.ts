import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { ConfigProvider, Effect, Exit } from "effect"
import { endHard } from "./endHard.ts"
import { exitProcess } from "./exitProcess.ts"
import { flushed } from "./flushed.ts"
import { exitCode, program } from "./program.ts"
import { read } from "./settings/read.ts"

// Who reads has seen enough, as with `| head`.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    process.exit(output === process.stdout ? 0 : 1)
  })
}

const asJson = process.env.LOG_FORMAT?.trim().toLowerCase() === "json"
const log = (level: string, message: string) =>
  console.error(
    asJson ? JSON.stringify({ message, level, timestamp: new Date().toISOString() }) : `hangtag: ${message}`,
  )

// Node's own, which it would write as text
if (asJson) {
  process.removeAllListeners("warning")
  process.on("warning", ({ name, message }) => log("WARN", `${name}: ${message}`))
}

// what is there and empty is a mistake, and has to be reported
const environment = ConfigProvider.fromEnv({ preserveEmptyStrings: true })

const grace = Effect.runSync(
  // one that cannot be read is reported by the command that reads all of them
  Effect.orElseSucceed(read("SHUTDOWN_GRACE"), () => 30_000).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, environment),
  ),
)
endHard(grace, (why) => log("ERROR", why))

NodeRuntime.runMain(
  Effect.provideService(program(process.argv.slice(2)), ConfigProvider.ConfigProvider, environment),
  {
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      void flushed(process.stdout, process.stderr).then(() =>
        Exit.isSuccess(exit) ? onExit(0) : exitProcess(exitCode(exit)),
      ),
  },
)
