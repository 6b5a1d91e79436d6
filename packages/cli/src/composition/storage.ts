import { join } from "node:path"
import type { VerifyFileLink } from "@hangtag/http-adapter"
import { FolderStorage, folderSecret, verifyFolderLink } from "@hangtag/storage/folder"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.ts"

/**
 * What keeps export files: a bucket, whose client is loaded with it, or a folder, whose links `verifyFileLink` checks
 * (a bucket's service gives the files itself).
 */
export const storage = Effect.fnUntraced(function* (settings: Settings, baseUrl: string) {
  if (settings.fileStorage !== undefined) {
    const { S3Storage } = yield* Effect.promise(() => import("@hangtag/storage/s3"))
    return { layer: S3Storage.layer(settings.fileStorage), verifyFileLink: undefined }
  }
  const secret = yield* folderSecret(settings.dataDirectory)
  const layer = FolderStorage.layer({ directory: join(settings.dataDirectory, "files"), baseUrl, secret })
  const verifyFileLink: VerifyFileLink = (link, now) => verifyFolderLink(secret, link, now)
  return { layer, verifyFileLink }
})
