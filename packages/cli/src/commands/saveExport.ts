import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import * as NodeSink from "@effect/platform-node/NodeSink"
import { type JobFile, ObjectStorage } from "@hangtag/core"
import { Effect, Option, Stream } from "effect"
import { CommandFailed } from "../output/CommandFailed.ts"
import type { ExportTarget } from "./exportTarget.ts"

const saveFailure = (cause: unknown) =>
  new CommandFailed({
    message: `The file cannot be saved: ${cause instanceof Error ? cause.message : String(cause)}`,
  })

type Content<R> = Stream.Stream<Uint8Array, unknown, R>

/** Writes beside the file first, so that what stands under its name is always whole. */
const toFile = <R>(content: Content<R>, path: string) => {
  const partial = `${path}.partial`
  return Stream.run(
    content,
    NodeSink.fromWritable({ evaluate: () => createWriteStream(partial), onError: saveFailure }),
  ).pipe(
    Effect.andThen(Effect.tryPromise({ try: () => rename(partial, path), catch: saveFailure })),
    Effect.onError(() => Effect.promise(() => rm(partial, { force: true }))),
  )
}

/** A reader that has seen enough, as `head` does, is no failure. */
const toStandardOutput = <R>(content: Content<R>) =>
  Stream.run(
    content,
    NodeSink.fromWritable({ evaluate: () => process.stdout, onError: (cause) => cause, endOnDone: false }),
  ).pipe(
    Effect.catch((error) =>
      (error as NodeJS.ErrnoException).code === "EPIPE" ? Effect.void : Effect.fail(saveFailure(error)),
    ),
  )

/** Writes a file's content to a path, or to standard output. */
export const saveContent = <R>(content: Content<R>, path: string) =>
  path === "stdout" ? toStandardOutput(content) : toFile(content, path)

/** Brings a finished export's file from storage to where it was asked for. */
export const saveExport = Effect.fnUntraced(function* (
  job_id: string,
  file: JobFile,
  path: ExportTarget["path"],
) {
  const storage = yield* ObjectStorage
  const found = yield* storage.get(file.storage_key)
  if (Option.isNone(found))
    return yield* new CommandFailed({
      message: `Export ${job_id} is done, and its file is not where this command looks: another worker keeps its files elsewhere. Run the command with that one's HANGTAG_DATA or S3_ settings, or ask the server for the download link`,
    })
  const { content } = found.value
  yield* saveContent(content, path ?? file.file_name)
})
