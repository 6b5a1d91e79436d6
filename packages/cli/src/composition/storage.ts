import { join } from "node:path"
import { ObjectStorage, type Unavailable } from "@hangtag/core"
import type { VerifyFileLink } from "@hangtag/http-adapter"
import { FolderStorage, folderSecret, keptFolderSecret, verifyFolderLink } from "@hangtag/storage/folder"
import { Data, Effect, Stream } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { dataFolder } from "./dataFolder.ts"

/** The bucket of the settings cannot be used; the message says why and what to mend. */
export class FilesUnusable extends Data.TaggedError("FilesUnusable")<{
  readonly bucket: string
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined
  /** What was tried, and what the service or the operating system said. */
  readonly detail: string
}> {
  override get message() {
    const where = this.endpoint === undefined ? "Amazon S3" : this.endpoint
    return `The bucket ${this.bucket} at ${where} cannot be used (${this.detail}); check S3_BUCKET, S3_ENDPOINT, S3_FORCE_PATH_STYLE and the credentials, or unset them to keep files in a folder`
  }
}

/** The first signs links, all of them are taken: that of the folder too, as long as it is there. */
const linkSecrets = Effect.fnUntraced(function* ({ linkSecrets: given }: Settings, folder: string) {
  if (given === undefined) return [yield* folderSecret(folder)] as const
  const kept = yield* keptFolderSecret(folder)
  return [...given, ...(kept === undefined ? [] : [kept])] as const
})

/**
 * What keeps export files: a bucket, whose client is loaded with it, or a folder, whose links `verifyFileLink` checks
 * (a bucket's service gives the files itself).
 */
export const storage = Effect.fnUntraced(function* (settings: Settings, baseUrl: string) {
  if (settings.fileStorage !== undefined) {
    const { S3Storage } = yield* Effect.promise(() => import("@hangtag/storage/s3"))
    return { layer: S3Storage.layer(settings.fileStorage), verifyFileLink: undefined }
  }
  const folder = yield* dataFolder(settings)
  const secrets = yield* linkSecrets(settings, folder)
  const layer = FolderStorage.layer({ directory: join(folder, "files"), baseUrl, secret: secrets[0]! })
  const verifyFileLink: VerifyFileLink = (link, now) => verifyFolderLink(secrets, link, now)
  return { layer, verifyFileLink }
})

/** Succeeds where the storage answers. */
export const checkFiles: Effect.Effect<void, Unavailable, ObjectStorage> = Effect.flatMap(
  ObjectStorage,
  (files) => Stream.runDrain(Stream.take(files.list("exports/"), 1)),
)

/** Fails with what to mend where the bucket of the settings does not answer; a folder was opened or made already. */
export const requireFiles = ({
  fileStorage,
}: Settings): Effect.Effect<void, Unavailable | FilesUnusable, ObjectStorage> =>
  fileStorage === undefined
    ? checkFiles
    : checkFiles.pipe(
        Effect.timeout("20 seconds"),
        Effect.mapError((error) => {
          const { bucket, endpoint } = fileStorage
          const detail = error._tag === "Unavailable" ? error.operation : "it does not answer"
          return new FilesUnusable({ bucket, endpoint, detail })
        }),
      )
