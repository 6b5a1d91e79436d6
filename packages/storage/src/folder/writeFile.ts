import { randomBytes } from "node:crypto"
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Unavailable } from "@hangtag/core"
import { Effect, Stream } from "effect"
import { type FolderPaths, fileMode, folderMode } from "./FolderPaths.ts"
import { failedWith, folderFault } from "./folderFault.ts"

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: folderFault("write a file") })

interface Unfinished {
  readonly path: string
  readonly handle: FileHandle
  moved: boolean
}

const openUnfinished = async (paths: FolderPaths): Promise<Unfinished> => {
  const path = join(paths.unfinished, randomBytes(16).toString("hex"))
  try {
    return { path, handle: await open(path, "wx", fileMode), moved: false }
  } catch (error) {
    if (!failedWith(error, "ENOENT")) throw error
  }
  await mkdir(paths.unfinished, folderMode).catch((error) => {
    if (!failedWith(error, "EEXIST")) throw error
  })
  return { path, handle: await open(path, "wx", fileMode), moved: false }
}

const discard = async ({ path, handle, moved }: Unfinished) => {
  await handle.close()
  if (!moved) await rm(path, { force: true })
}

/** Moves the file to its key; deletions prune empty folders, so those just made or met may be gone again. */
const moveTo = async (paths: FolderPaths, from: string, key: string, tries = 20): Promise<void> => {
  try {
    await paths.makeFoldersOf(key)
    await rename(from, paths.pathOf(key))
  } catch (error) {
    if (tries === 0 || !failedWith(error, "ENOENT", "EEXIST")) throw error
    return moveTo(paths, from, key, tries - 1)
  }
}

/**
 * Writes the stream beside the objects, then moves it to its key: what the key held stays whole until then, and
 * a write that fails or is interrupted leaves nothing. The bytes are on the disk before the key shows them.
 */
export const writeFile = <E, R>(
  paths: FolderPaths,
  key: string,
  content: Stream.Stream<Uint8Array, E, R>,
): Effect.Effect<{ readonly size: number }, E | Unavailable, R> =>
  Effect.acquireUseRelease(
    attempt(() => openUnfinished(paths)),
    (unfinished) =>
      Effect.gen(function* () {
        const { path, handle } = unfinished
        let size = 0
        yield* Stream.runForEach(content, (chunk) => {
          size += chunk.byteLength
          return attempt(() => handle.writeFile(chunk))
        })
        yield* attempt(async () => {
          await handle.sync()
          await handle.close()
        })
        yield* Effect.uninterruptible(
          attempt(async () => {
            await moveTo(paths, path, key)
            unfinished.moved = true
            await paths.syncFoldersOf(key)
          }),
        )
        return { size }
      }),
    (unfinished) => Effect.ignore(attempt(() => discard(unfinished))),
  )
