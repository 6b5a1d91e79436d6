import { readFileSync } from "node:fs"
// by module: the package as a whole brings a Redis client along
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit } from "effect"
import { Command } from "effect/cli"
import { failureSentence } from "./commands/failureSentence.ts"

const commands = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  worker: async () => (await import("./commands/worker.ts")).worker,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  import: async () => (await import("./commands/import.ts")).importFiles,
  preview: async () => (await import("./commands/preview.ts")).preview,
  timeline: async () => (await import("./commands/timeline.ts")).timeline,
  policy: async () => (await import("./commands/policy.ts")).policy,
  export: async () => (await import("./commands/export.ts")).exportProducts,
  jobs: async () => (await import("./commands/jobs.ts")).jobs,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
}

const named = process.argv[2] ?? ""
// A worker has no use for the modules of the others, which are 20 MB.
const wanted = Object.hasOwn(commands, named) ? [named as keyof typeof commands] : Object.keys(commands)

const hangtag = Command.make("hangtag").pipe(
  Command.withDescription("Product catalogs under price policies: previews, republish fills, exports"),
  Command.withSubcommands(await Promise.all(wanted.map((name) => commands[name as keyof typeof commands]()))),
)

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

const program = Command.run(hangtag, { version }).pipe(
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause) ? Effect.void : Console.error(`hangtag: ${failureSentence(cause)}`),
  ),
  Effect.provide(NodeServices.layer),
)

NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  // Told to stop and stopped in order is no failure.
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
})
