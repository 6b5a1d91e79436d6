import { CatalogWriter, type Job, JobQueue, JobRepository, Transaction } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { runClaimed, runJob } from "@hangtag/worker"
import { Effect, Logger, Option, References, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { exportRun } from "../composition/exportRun.ts"
import { hangtag } from "../composition/hangtag.ts"
import { readSettings } from "../settings/Settings.ts"
import { answer } from "./answer.ts"
import { CommandFailed, unreadable } from "./CommandFailed.ts"
import { commandLineCaller } from "./caller.ts"
import { explained } from "./explained.ts"
import { exportColumn } from "./exportColumn.ts"
import { fileFlags, fileOptionsOf, priceFlag, selectionFlags } from "./exportFlags.ts"
import { exportTarget } from "./exportTarget.ts"
import { progressBar } from "./progressBar.ts"
import { saveExport } from "./saveExport.ts"

const failed = (message: string) => new CommandFailed({ message })

const readColumn = (text: string) => {
  const column = exportColumn(text)
  return column === undefined
    ? unreadable(
        `Column ${text} cannot be read: write NAME=FIELD or NAME=FIELD:SUB_FIELD, such as MAP=price:MAP, with \\= and \\: for such characters in them`,
      )
    : Effect.succeed(column)
}

const flags = {
  ...selectionFlags,
  ...fileFlags,
  price_as_of: priceFlag,
  format: Flag.Literals("format", ["xlsx", "csv"]).pipe(
    Flag.withDescription("As the output's extension says when left out; xlsx without an output, csv to -"),
    Flag.optional,
  ),
  gzip: Flag.Boolean("gzip").pipe(Flag.withDescription("Compress csv"), Flag.withDefault(false)),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withDescription("Where the file goes: a path, or - for standard output"),
    Flag.optional,
  ),
  organization: Flag.String("organization").pipe(
    Flag.withDescription("The organization to work in"),
    Flag.withDefault("demo"),
  ),
}

export const exportProducts = Command.make(
  "export",
  flags,
  Effect.fn(function* ({ products, labels, sources, latest, columns, organization, ...how }) {
    const settings = yield* readSettings
    const target = exportTarget(
      Option.getOrUndefined(how.output),
      Option.getOrUndefined(how.format),
      how.gzip,
    )
    if (typeof target === "string") return yield* unreadable(target)
    const mappings = yield* Effect.forEach(columns, readColumn)
    const { layer } = yield* hangtag(settings, "")
    const isPiped = target.path === "stdout"
    const draw = yield* progressBar("export", isPiped)
    const caller = commandLineCaller(organization)
    const run = Effect.gen(function* () {
      const { isKnown } = yield* CatalogWriter
      if (!(yield* isKnown(organization)))
        return yield* failed(
          `There is no organization ${JSON.stringify(organization)} here: name another one with --organization, or import its catalog first`,
        )
      const { cancelJob, queueExport, watchJob } = yield* Hangtag
      const { atomically } = yield* Transaction
      const queue = yield* JobQueue
      // Claimed before anybody else sees it: other workers keep their files elsewhere, maybe.
      const { job_id, claimed } = yield* atomically(
        Effect.gen(function* () {
          const { job_id } = yield* queueExport(caller, {
            product_keys: products,
            column_mappings: mappings,
            export_format: target.format,
            export_mode: mappings.length > 0 ? "column_based" : "attribute_rows",
            filter_by_label: labels.length > 0,
            filter_latest_version: latest,
            label_keys: labels,
            source_filter: sources,
            file_options: fileOptionsOf(how, target.gzip),
            price_as_of: Option.getOrNull(how.price_as_of),
          })
          const claimed = yield* queue.claimJob({ organization, job_id }, yield* currentInstant)
          return { job_id, claimed: Option.getOrThrow(claimed) }
        }),
      )
      const reference = { organization, job_id }
      const again = Effect.andThen(
        Effect.sleep("500 millis"),
        Effect.ignore(runJob(reference, exportRun(settings))),
      )
      // Should the run fail, the next one is this command's too, or that of a worker that is faster.
      const work = Effect.andThen(
        Effect.ignore(runClaimed(claimed, exportRun(settings))),
        Effect.forever(again),
      )
      const share = (job: Job) => (job.total === 0 ? 0 : Math.min(job.processed / job.total, 0.99))
      yield* watchJob(caller, job_id).pipe(
        Stream.runForEach((job) => draw(job.status === "completed" ? 1 : share(job), job.message)),
        Effect.onInterrupt(() => Effect.ignore(cancelJob(caller, job_id))),
        Effect.raceFirst(work),
      )
      const jobs = yield* JobRepository
      const { file, status, error, message } = Option.getOrThrow(yield* jobs.find(organization, job_id))
      if (file === null) return yield* failed(`Export ${job_id} ${status}: ${error ?? message}`)
      yield* saveExport(job_id, file, target.path)
      const name = isPiped ? "Standard output" : (target.path ?? file.file_name)
      const { size, sha256 } = file
      const value = { job_id, path: isPiped ? null : name, size, sha256 }
      yield* answer(value, `${name}: ${size} bytes, sha256 ${sha256}`, isPiped)
    })
    yield* run.pipe(
      Effect.provide(layer),
      // the progress bar tells the rest
      Effect.provideService(References.MinimumLogLevel, "Warn"),
      Effect.provideService(Logger.LogToStderr, isPiped),
    )
  }),
).pipe(
  explained(
    "Export products to a file, with a progress bar",
    ["database", "calls", "queue", "storage", "exports"],
    [
      {
        command: "hangtag export -o prices.csv --column SKU=variant_key --column MAP=price:MAP --latest",
        description: "Two columns of every product's latest version",
      },
      {
        command: "hangtag export --product NT-RIDGE-BOOT -o - --organization demo | head",
        description: "A row per property of one product, to standard output",
      },
      {
        command:
          "hangtag export -o monday.xlsx --column SKU=variant_key --column MAP=price:MAP --price-as-of 2099-06-01T00:00:00-04:00",
        description: "The price sheet of a day to come",
      },
    ],
  ),
)
