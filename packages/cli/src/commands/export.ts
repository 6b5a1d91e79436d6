import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import * as NodeSink from "@effect/platform-node/NodeSink"
import { type ExportFormat, Hangtag, type Job, JobRepository, ObjectStorage } from "@hangtag/core"
import { runWaiting } from "@hangtag/worker"
import { Console, Effect, Option, References, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { exportRun } from "../composition/exportRun.ts"
import { hangtag } from "../composition/hangtag.ts"
import { readSettings } from "../settings/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { commandLineCaller, organizationFlag } from "./caller.ts"
import { progressBar } from "./progressBar.ts"

/** `Name=name`, `MAP=price:MAP`, `Material=material` */
const parseColumn = (text: string) => {
  const [, column_name, source_field, sub_field = null] = /^([^=]+)=([^:]+)(?::(.+))?$/.exec(text) ?? []
  return column_name !== undefined && source_field !== undefined
    ? Effect.succeed({ column_name, source_field, sub_field, use_label: true })
    : Effect.fail(
        new CommandFailed({
          message: `Column ${text} cannot be read: write NAME=FIELD or NAME=FIELD:SUB_FIELD, such as MAP=price:MAP`,
        }),
      )
}

const saveFailure = (cause: unknown) =>
  new CommandFailed({
    message: `The file cannot be saved: ${cause instanceof Error ? cause.message : String(cause)}`,
  })

/** Writes beside the file first, so that what stands under its name is always whole. */
const save = Effect.fnUntraced(function* (job_id: string, storageKey: string, path: string) {
  const storage = yield* ObjectStorage
  const found = yield* storage.get(storageKey)
  if (Option.isNone(found))
    return yield* new CommandFailed({
      message: `Export ${job_id} is done, and its file is not where this command looks: another worker keeps its files elsewhere. Run the command with that one's HANGTAG_DATA or S3_ settings, or ask the server for the download link`,
    })
  const partial = `${path}.partial`
  yield* Stream.run(
    found.value.content,
    NodeSink.fromWritable({ evaluate: () => createWriteStream(partial), onError: saveFailure }),
  ).pipe(
    Effect.andThen(Effect.tryPromise({ try: () => rename(partial, path), catch: saveFailure })),
    Effect.onError(() => Effect.promise(() => rm(partial, { force: true }))),
  )
})

export const exportProducts = Command.make(
  "export",
  {
    products: Flag.String("product").pipe(
      Flag.withAlias("p"),
      Flag.withDescription("A product key; repeatable; every product when left out"),
      Flag.atLeast(0),
    ),
    columns: Flag.String("column").pipe(
      Flag.withAlias("c"),
      Flag.withDescription(
        "NAME=FIELD or NAME=FIELD:SUB_FIELD; repeatable; one row per property when left out",
      ),
      Flag.atLeast(0),
    ),
    format: Flag.Literals("format", ["xlsx", "csv"]).pipe(Flag.withDefault<ExportFormat>("xlsx")),
    latest: Flag.Boolean("latest").pipe(
      Flag.withDescription("Only the latest version of each product"),
      Flag.withDefault(false),
    ),
    output: Flag.String("output").pipe(Flag.withDescription("Where the file goes"), Flag.optional),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ products, columns, format, latest, output, organization }) {
    const settings = yield* readSettings
    const mappings = yield* Effect.forEach(columns, parseColumn)
    const { layer } = yield* hangtag(settings, "")
    const draw = yield* progressBar("export")
    const caller = commandLineCaller(organization)
    const run = Effect.gen(function* () {
      const { cancelJob, queueExport, watchJob } = yield* Hangtag
      const { job_id } = yield* queueExport(caller, {
        product_keys: products,
        column_mappings: mappings,
        export_format: format,
        export_mode: mappings.length > 0 ? "column_based" : "attribute_rows",
        filter_by_label: false,
        filter_latest_version: latest,
        label_keys: null,
        source_filter: null,
      })
      const reference = { organization, job_id }
      // Another worker may be faster, or be needed after all: then this waits for the job's end all the same.
      const work = Effect.ignore(runWaiting(reference, exportRun(settings))).pipe(
        Effect.andThen(Effect.sleep("500 millis")),
        Effect.forever,
      )
      const share = (job: Job) => (job.total === 0 ? 0 : Math.min(job.processed / job.total, 0.99))
      yield* watchJob(caller, job_id).pipe(
        Stream.runForEach((job) => draw(job.status === "completed" ? 1 : share(job), job.message)),
        Effect.onInterrupt(() => Effect.ignore(cancelJob(caller, job_id))),
        Effect.raceFirst(work),
      )
      const jobs = yield* JobRepository
      const record = Option.getOrThrow(yield* jobs.find(organization, job_id))
      if (record.file === null) {
        return yield* new CommandFailed({
          message: `Export ${job_id} ${record.status}: ${record.error ?? record.message}`,
        })
      }
      const path = Option.getOrElse(output, () => record.file!.file_name)
      yield* save(job_id, record.file.storage_key, path)
      yield* Console.log(`${path}: ${record.file.size} bytes, sha256 ${record.file.sha256}`)
    })
    yield* run.pipe(
      Effect.provide(layer),
      // the progress bar tells the rest
      Effect.provideService(References.MinimumLogLevel, "Warn"),
    )
  }),
).pipe(Command.withDescription("Export products to a file, with a progress bar"))
