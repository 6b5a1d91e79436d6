import { randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { folderMode, unlessMissing } from "./FolderPaths.ts"
import { failedWith, folderFault } from "./folderFault.ts"

const size = 32

const writeSecret = async (path: string): Promise<void> => {
  const handle = await open(path, "wx", 0o600)
  try {
    await handle.writeFile(randomBytes(size))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A link appears whole or not at all, and only for the first of several processes: all of them then read one secret. */
const create = async (directory: string, path: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: folderMode })
  const unfinished = join(directory, `~${randomBytes(16).toString("hex")}`)
  try {
    await writeSecret(unfinished)
    await link(unfinished, path)
  } catch (error) {
    if (!failedWith(error, "EEXIST")) throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Reads the secret; where it is not there makes it, or gives none. */
const secretIn = Effect.fnUntraced(function* (dataDirectory: string, isMade: boolean) {
  const path = join(dataDirectory, "link-secret")
  const secret = yield* Effect.tryPromise({
    try: async () => {
      const kept = await unlessMissing(readFile(path))
      if (kept !== undefined || !isMade) return kept
      await create(dataDirectory, path)
      return readFile(path)
    },
    catch: folderFault("read or make link-secret in the data folder"),
  })
  if (secret === undefined || secret.length === size) return secret
  return yield* new Unavailable({
    service: "storage",
    operation: "read link-secret in the data folder: it is damaged; delete it to get a new one",
    retryable: false,
  })
})

/** The secret of the data folder where it has one; undefined where not. */
export const keptFolderSecret = Effect.fn("keptFolderSecret")((dataDirectory: string) =>
  secretIn(dataDirectory, false),
)

/**
 * The secret that signs download links, kept in `link-secret` of the data folder, where only the owner may read
 * it; made at the first call. Deleting the file makes every link that was given out invalid.
 */
export const folderSecret = Effect.fn("folderSecret")((dataDirectory: string) =>
  Effect.map(secretIn(dataDirectory, true), (secret) => secret!),
)
