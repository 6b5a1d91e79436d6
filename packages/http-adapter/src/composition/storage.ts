import { join } from "node:path"
import { FolderStorage, folderSecret } from "@hangtag/storage"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.ts"

/** The folder that keeps export files, and the secret that signs links to them. */
export const storage = Effect.fnUntraced(function* (settings: Settings, baseUrl: string) {
  const secret = yield* folderSecret(settings.dataDirectory)
  const layer = FolderStorage.layer({ directory: join(settings.dataDirectory, "files"), baseUrl, secret })
  return { layer, secret }
})
