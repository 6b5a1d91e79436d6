import { join } from "node:path"
import { FolderStorage, folderSecret, S3Storage } from "@hangtag/storage"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.ts"

/**
 * What keeps export files: a bucket, or a folder with the secret that signs links to it (absent for a bucket,
 * whose service gives the files itself).
 */
export const storage = Effect.fnUntraced(function* (settings: Settings, baseUrl: string) {
  if (settings.fileStorage !== undefined) {
    return { layer: S3Storage.layer(settings.fileStorage), secret: undefined }
  }
  const secret = yield* folderSecret(settings.dataDirectory)
  const layer = FolderStorage.layer({ directory: join(settings.dataDirectory, "files"), baseUrl, secret })
  return { layer, secret }
})
