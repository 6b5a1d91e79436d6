import { Hangtag, type Job } from "@hangtag/core"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { hangtag } from "../composition/hangtag.ts"
import { readSettings } from "../settings/Settings.ts"
import { commandLineCaller, organizationFlag } from "./caller.ts"

const describe = (job: Job): string =>
  [
    `${job.job_id} ${job.status}: ${job.message}`,
    `  ${job.processed} of ${job.total} product versions, attempt ${job.attempt}${job.next_attempt_at === null ? "" : `, the next one at ${job.next_attempt_at}`}`,
    ...(job.queue_position === null ? [] : [`  position ${job.queue_position} in the queue`]),
    ...(job.error === null ? [] : [`  ${job.error}`]),
    ...(job.file_name === null ? [] : [`  ${job.file_name}, ${job.file_size} bytes`]),
  ].join("\n")

const job = { job_id: Argument.String("job"), organization: organizationFlag }

const withJob = (usecase: "getJob" | "cancelJob" | "retryJob") =>
  Effect.fn(function* ({ job_id, organization }: { readonly job_id: string; readonly organization: string }) {
    const settings = yield* readSettings
    const { layer } = yield* hangtag(settings, "")
    const found = yield* Effect.flatMap(Hangtag, (usecases) =>
      usecases[usecase](commandLineCaller(organization), job_id),
    ).pipe(Effect.provide(layer))
    yield* Console.log(describe(found))
  })

const show = Command.make("show", job, withJob("getJob")).pipe(
  Command.withDescription("How an export stands"),
)
const cancel = Command.make("cancel", job, withJob("cancelJob")).pipe(
  Command.withDescription("Stop an export"),
)

const retry = Command.make("retry", job, withJob("retryJob")).pipe(
  Command.withDescription("Try a failed export again"),
)

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("Look at exports, cancel them, try failed ones again"),
  Command.withSubcommands([show, cancel, retry]),
)
