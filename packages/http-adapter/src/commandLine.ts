// by module: the package as a whole brings a Redis client along
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit } from "effect"
import { Command } from "effect/cli"
import { doctor } from "./commands/doctor.ts"
import { exportProducts } from "./commands/export.ts"
import { failureSentence } from "./commands/failureSentence.ts"
import { importFiles } from "./commands/import.ts"
import { jobs } from "./commands/jobs.ts"
import { migrate } from "./commands/migrate.ts"
import { preview } from "./commands/preview.ts"
import { serve } from "./commands/serve.ts"
import { worker } from "./commands/worker.ts"

const hangtag = Command.make("hangtag").pipe(
  Command.withDescription("Product catalogs under price policies: previews, republish fills, exports"),
  Command.withSubcommands([serve, worker, migrate, importFiles, preview, exportProducts, jobs, doctor]),
)

const program = Command.run(hangtag, { version: "0.1.0" }).pipe(
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
