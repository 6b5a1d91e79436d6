import { readFileSync } from "node:fs"
// by module: the package as a whole brings a Redis client along
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Option, Predicate, References } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { logging } from "./composition/logging.ts"
import { EnvFile, Json } from "./output/answer.ts"
import { CommandFailed } from "./output/CommandFailed.ts"
import { failureSentence } from "./output/failureSentence.ts"
import { terminalText } from "./output/terminalText.ts"
import { read } from "./settings/read.ts"

const commands = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  worker: async () => (await import("./commands/worker.ts")).worker,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  import: async () => (await import("./commands/import.ts")).importFiles,
  preview: async () => (await import("./commands/preview.ts")).preview,
  prices: async () => (await import("./commands/prices.ts")).prices,
  timeline: async () => (await import("./commands/timeline.ts")).timeline,
  explain: async () => (await import("./commands/explain.ts")).explain,
  sheet: async () => (await import("./commands/sheets/writeSheet.ts")).writeSheet,
  upcoming: async () => (await import("./commands/upcoming.ts")).upcoming,
  "price-change": async () => (await import("./commands/priceChange.ts")).priceChange,
  batches: async () => (await import("./commands/batches.ts")).batches,
  "price-lists": async () => (await import("./commands/priceLists.ts")).priceLists,
  policy: async () => (await import("./commands/policy.ts")).policy,
  brands: async () => (await import("./commands/brands.ts")).brands,
  products: async () => (await import("./commands/products.ts")).products,
  product: async () => (await import("./commands/product.ts")).product,
  discoveries: async () => (await import("./commands/discoveries.ts")).discoveries,
  export: async () => (await import("./commands/export.ts")).exportProducts,
  jobs: async () => (await import("./commands/jobs.ts")).jobs,
  organizations: async () => (await import("./commands/organizations/organizations.ts")).organizations,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
}

/** A worker has no use for the modules of the others, which are 20 MB. */
const wanted = ([named = ""]: ReadonlyArray<string>) =>
  Object.hasOwn(commands, named) ? [named as keyof typeof commands] : Object.keys(commands)

const hangtag = async (args: ReadonlyArray<string>) =>
  Command.make("hangtag").pipe(
    Command.withDescription(
      `Product catalogs under price policies: previews, republish fills, exports

  Exit codes: 0 done, or stopped on request; 1 failed, with the reason on stderr; 2 the command line cannot be understood`,
    ),
    Command.withExamples([
      { command: "hangtag serve", description: "A server on this machine, with a demo catalog" },
      {
        command: "hangtag import catalog.ndjson -o acme --create",
        description: "A catalog of your own",
      },
      { command: "hangtag doctor", description: "What is wrong, if anything is" },
    ]),
    Command.withSubcommands(
      await Promise.all(wanted(args).map((name) => commands[name as keyof typeof commands]())),
    ),
    Command.withGlobalFlags([Json, EnvFile]),
  )

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

const isUsage = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

type Tell = (sentence: string) => Effect.Effect<void>

/** Errors are printed without the help, which is an answer of its own. */
const presenter = (asJson: boolean, tell: Tell) =>
  CliOutput.layerPresenter({
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

/**
 * Runs a command line. Settings come from the `ConfigProvider`, what is printed goes to the `Console`: answers to standard
 * output, all else to standard error. What it fails with has been printed.
 */
export const program = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  // one that cannot be read is reported by the command that reads all of them
  const logFormat = Option.getOrElse(yield* Effect.option(read("LOG_FORMAT")), () => "logfmt" as const)
  const logLevel = Option.getOrElse(yield* Effect.option(read("LOG_LEVEL")), () => "info" as const)
  const asJson = args.includes("--json")
  // who reads the log as JSON reads everything so
  const given = logFormat === "json" && !asJson ? ["--json", ...args] : args
  const tell: Tell = (sentence) =>
    asJson
      ? Console.error(JSON.stringify({ error: sentence }))
      : logFormat === "json"
        ? Effect.provideService(Effect.logError(sentence), References.MinimumLogLevel, "Error")
        : Console.error(terminalText(`hangtag: ${sentence}`))
  const command = yield* Effect.promise(() => hangtag(args))
  yield* Command.runWith(command, { version })(given).pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) || isUsage(Cause.squash(cause))
        ? Effect.void
        : tell(failureSentence(cause)),
    ),
    Effect.provide(presenter(given !== args || asJson, tell)),
    Effect.provide(logging({ logFormat, logLevel }, "stderr")),
    Effect.provide(NodeServices.layer),
  )
})

/** What a process ends with: 0 also where it was asked to stop and did so in order. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  if (isUsage(error)) return error.errors.length === 0 ? 0 : 2
  // what the use case cannot read came from the command line
  const isUnread =
    error instanceof CommandFailed ? error.isUsage : Predicate.isTagged(error, "InvalidRequest")
  return isUnread ? 2 : 1
}
