import { type Job, type JobPlace, JobStatus, type ListedJob } from "@hangtag/core"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { organizationFlag, organizationOf, usualOrganization } from "../calls/caller.ts"
import { listFlags, printList } from "../calls/printList.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { unreadable } from "../output/CommandFailed.ts"
import { argument, oneOfFlag, yesFlag } from "../output/flags.ts"
import { limitOf, orNull, type PageRequest } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"
import { retryFailed } from "./retryFailed.ts"

const describe = (job: Job): string =>
  [
    `${job.job_id} ${job.status}: ${job.message}`,
    `  ${job.processed} of ${job.total} product versions, attempt ${job.attempt}${job.next_attempt_at === null ? "" : `, the next one at ${job.next_attempt_at}`}`,
    ...(job.queue_position === null ? [] : [`  position ${job.queue_position} in the queue`]),
    ...(job.error === null ? [] : [`  ${job.error}`]),
    ...(job.file_name === null ? [] : [`  ${job.file_name}, ${job.file_size} bytes`]),
  ].join("\n")

const job = {
  job_id: argument("job", "The id that queueing the export gave"),
  organization: organizationFlag,
}

const withJob =
  (usecase: "getJob" | "cancelJob" | "retryJob") =>
  ({ job_id, organization }: { readonly job_id: string; readonly organization: string }) =>
    runAndPrint(organization, (usecases, caller) => usecases[usecase](caller, { job_id }), describe)

const describeListed = ({ job_id, status, created_at, requested_by, message, error }: ListedJob): string =>
  `${created_at} ${job_id} ${status} by ${requested_by}: ${error ?? message}`

const list = Command.make(
  "list",
  {
    status: oneOfFlag("status", JobStatus.literals, "Those of one status"),
    ...listFlags,
  },
  ({ status, ...list }) =>
    printList(list, "jobs", describeListed, ({ listJobs }, caller, page: PageRequest<JobPlace>) =>
      listJobs(caller, { type: null, status: orNull(status), mine: false, ...page }),
    ),
).pipe(
  withHelp(
    "List exports, the newest first",
    ["database"],
    ["hangtag jobs list --status failed", "What went wrong of late"],
  ),
)

const show = Command.make("show", job, withJob("getJob")).pipe(
  withHelp(
    "How an export stands",
    ["database", "queue"],
    ["hangtag jobs show 0198a7c2-3b1e-7c40-9a55-1f0c6f2b7a10", "What became of an export"],
  ),
)
const cancel = Command.make("cancel", job, withJob("cancelJob")).pipe(
  withHelp(
    "Stop an export",
    ["database", "queue"],
    ["hangtag jobs cancel 0198a7c2-3b1e-7c40-9a55-1f0c6f2b7a10", "Within a second, if it runs"],
  ),
)

const retry = Command.make(
  "retry",
  {
    job_id: argument("job", "The id that queueing the export gave").pipe(Argument.optional),
    all: yesFlag("all", "Those of every organization, or of the one of --organization"),
    status: Flag.Literals("status", ["failed"]).pipe(
      Flag.withDescription("With --all, which is of failed ones alone"),
      Flag.withDefault("failed"),
    ),
    limit: Flag.withDefault(limitOf, 1000),
    organization: Flag.optional(organizationOf),
  },
  Effect.fnUntraced(function* ({ job_id, all, limit, organization }) {
    if (Option.isSome(job_id) === all) return yield* unreadable("Name a job, or give --all")
    return yield* Option.match(job_id, {
      onNone: () => retryFailed(orNull(organization), limit),
      onSome: (one) =>
        withJob("retryJob")({
          job_id: one,
          organization: Option.getOrElse(organization, () => usualOrganization),
        }),
    })
  }),
).pipe(
  withHelp(
    "Try failed exports again",
    ["database", "queue", "exports"],
    ["hangtag jobs retry 0198a7c2-3b1e-7c40-9a55-1f0c6f2b7a10", "Once its cause is mended"],
    ["hangtag jobs retry --all --status failed", "After an outage, of every organization"],
  ),
)

export const jobs = Command.make("jobs").pipe(
  withHelp(
    "Look at exports, cancel them, try failed ones again",
    ["database", "queue"],
    ["hangtag jobs show --json 0198a7c2-3b1e-7c40-9a55-1f0c6f2b7a10", "How an export stands, for a program"],
  ),
  Command.withSubcommands([list, show, cancel, retry]),
)
