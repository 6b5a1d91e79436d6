import { chmod, lstat, mkdir, readdir, realpath, rm, rmdir } from "node:fs/promises"
import { join } from "node:path"
import { type LinkOptions, ObjectStorage, Unavailable } from "@hangtag/core"
import { Clock, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import { checkKey } from "../objectKey.ts"
import { FolderPaths, folderMode } from "./FolderPaths.ts"
import { folderFault } from "./folderFault.ts"
import { signFolderLink } from "./folderLink.ts"
import { listFolder } from "./listFolder.ts"
import { readFile } from "./readFile.ts"
import { writeFile } from "./writeFile.ts"

/** A folder, and what links to its files are signed with. */
export interface FolderStorageOptions {
  /** Made if it is not there. Several processes may share it. */
  readonly directory: string
  /** What stands before `/files/…` in download links: `https://hangtag.example`, or nothing for links relative to the host. */
  readonly baseUrl: string
  /** At least 16 bytes, which sign the links (`folderSecret`); the server of `/files/…` checks them with the same one (`verifyFolderLink`). */
  readonly secret: Uint8Array
  /** How long an unfinished file was not written to before it counts as left by a process that died. Default 6 hours. */
  readonly leftoverAge?: Duration.Input | undefined
}

const attempt = <A>(operation: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: folderFault(operation) })

const removeLeftovers = async (paths: FolderPaths, writtenBefore: number): Promise<void> => {
  const names = await readdir(paths.unfinished).catch(() => [])
  for (const path of names.map((name) => join(paths.unfinished, name))) {
    const stats = await lstat(path).catch(() => undefined)
    if (stats !== undefined && stats.mtimeMs < writtenBefore) await rm(path, { force: true })
  }
}

const deleteFile = async (paths: FolderPaths, key: string): Promise<void> => {
  if ((await paths.find(key)) === undefined) return
  await rm(paths.pathOf(key), { force: true })
  try {
    for (const folder of paths.foldersOf(key).slice(0, -1)) await rmdir(folder)
  } catch {
    // Not empty: the folder is still in use, and so are those above.
  }
}

/** Also a folder that was there; one that is another's, or on a disk that takes no changes, stays as it is. */
const closeToOthers = async (root: string): Promise<void> => {
  const { mode, uid } = await lstat(root)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(root, mode & folderMode).catch(() => {})
}

/** As long as half of the signature; shorter ones can be found by trying. */
const shortestSecret = 16

const make = Effect.fn("FolderStorage.make")(function* (options: FolderStorageOptions) {
  if (options.secret.byteLength < shortestSecret)
    return yield* new Unavailable({
      service: "storage",
      operation: `sign links: the secret has ${options.secret.byteLength} bytes; use ${shortestSecret} or more that cannot be guessed, as of folderSecret`,
      retryable: false,
    })
  const root = yield* attempt("open the storage folder", async () => {
    await mkdir(options.directory, { recursive: true, mode: folderMode })
    const root = await realpath(options.directory)
    await closeToOthers(root)
    return root
  })
  const paths = new FolderPaths(root)
  const leftoverAge = Duration.toMillis(options.leftoverAge ?? "6 hours")
  const tidy = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    attempt("remove leftovers", () => removeLeftovers(paths, now - leftoverAge)),
  )
  yield* tidy
  yield* Effect.forkScoped(Effect.schedule(Effect.ignore(tidy), Schedule.spaced("1 hour")))

  return ObjectStorage.of({
    put: (key, content) => Effect.andThen(checkKey(key), writeFile(paths, key, content)),
    get: Effect.fn("FolderStorage.get")(function* (key, range) {
      yield* checkKey(key)
      const found = yield* attempt("read a file", () => paths.find(key))
      if (found === undefined) return Option.none()
      const content = readFile(paths, key, found, range ?? { start: 0, end: found.size - 1 })
      return Option.some({ size: found.size, content })
    }),
    delete: Effect.fn("FolderStorage.delete")(function* (key) {
      yield* checkKey(key)
      yield* attempt("delete a file", () => deleteFile(paths, key))
    }),
    list: (prefix) =>
      Stream.suspend(() => Stream.fromAsyncIterable(listFolder(paths, prefix), folderFault("list files"))),
    downloadLink: (key: string, link: LinkOptions) =>
      Effect.as(
        checkKey(key),
        options.baseUrl.replace(/\/$/, "") + signFolderLink(options.secret, key, link),
      ),
  })
})

/**
 * Keeps objects as files of a folder, on any local or network disk that renames atomically.
 *
 * On disks that ignore case, keys must differ by more than that.
 */
export const FolderStorage = {
  /** Fails when the folder can neither be opened nor made, and when the secret is too short. */
  layer: (options: FolderStorageOptions): Layer.Layer<ObjectStorage, Unavailable> =>
    Layer.effect(ObjectStorage, make(options)),
}
