import { readFileSync } from "node:fs"
// by module: the package as a whole brings a Redis client along
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Predicate } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { Json } from "./commands/answer.ts"
import { CommandFailed } from "./commands/CommandFailed.ts"
import { failureSentence } from "./commands/failureSentence.ts"

const commands = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  worker: async () => (await import("./commands/worker.ts")).worker,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  import: async () => (await import("./commands/import.ts")).importFiles,
  preview: async () => (await import("./commands/preview.ts")).preview,
  timeline: async () => (await import("./commands/timeline.ts")).timeline,
  explain: async () => (await import("./commands/explain.ts")).explain,
  upcoming: async () => (await import("./commands/upcoming.ts")).upcoming,
  "price-change": async () => (await import("./commands/priceChange.ts")).priceChange,
  batches: async () => (await import("./commands/batches.ts")).batches,
  policy: async () => (await import("./commands/policy.ts")).policy,
  export: async () => (await import("./commands/export.ts")).exportProducts,
  jobs: async () => (await import("./commands/jobs.ts")).jobs,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
}

const named = process.argv[2] ?? ""
// A worker has no use for the modules of the others, which are 20 MB.
const wanted = Object.hasOwn(commands, named) ? [named as keyof typeof commands] : Object.keys(commands)

const hangtag = Command.make("hangtag").pipe(
  Command.withDescription(
    `Product catalogs under price policies: previews, republish fills, exports

  Exit codes: 0 done, or told to stop and stopped; 1 failed, with the reason on stderr; 2 the command line cannot be understood`,
  ),
  Command.withExamples([
    { command: "hangtag serve", description: "A server on this machine, with a demo catalog" },
    { command: "hangtag import catalog.ndjson -o acme --create", description: "A catalog of your own" },
    { command: "hangtag doctor", description: "What is wrong, if anything is" },
  ]),
  Command.withSubcommands(await Promise.all(wanted.map((name) => commands[name as keyof typeof commands]()))),
  Command.withGlobalFlags([Json]),
)

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** Errors are told without the help, which is an answer of its own. */
const presenter = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag === "InvalidInvocation") {
      const faults = event.errors.map(({ message }) => message).join("; ")
      return tell(`${faults} (see ${event.commandPath.join(" ")} --help)`)
    }
    return asJson && event._tag === "Version"
      ? Console.log(JSON.stringify({ version }))
      : CliOutput.defaultPresenter.present(event)
  },
})

const asJson = process.argv.includes("--json")
const tell = (error: string) => Console.error(asJson ? JSON.stringify({ error }) : `hangtag: ${error}`)

const isUsage = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

const program = Command.run(hangtag, { version }).pipe(
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause) || isUsage(Cause.squash(cause))
      ? Effect.void
      : tell(failureSentence(cause)),
  ),
  Effect.provide(presenter),
  Effect.provide(NodeServices.layer),
)

const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  // Told to stop and stopped in order is no failure.
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  if (isUsage(error)) return error.errors.length === 0 ? 0 : 2
  // what the use case cannot read came from the command line
  const isUnread =
    error instanceof CommandFailed ? error.isUsage : Predicate.isTagged(error, "InvalidRequest")
  return isUnread ? 2 : 1
}

// Who reads has seen enough, as with `| head`.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    process.exit(output === process.stdout ? 0 : 1)
  })
}

NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(exitCode(exit)),
})
