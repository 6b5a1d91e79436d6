import { constants, type Stats } from "node:fs"
import { open } from "node:fs/promises"
import { Unavailable } from "@hangtag/core"
import { Effect, Stream } from "effect"
import type { FolderPaths } from "./FolderPaths.ts"
import { failedWith, folderFault } from "./folderFault.ts"

const blockSize = 256 * 1024

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: folderFault("read a file") })

const changed = () =>
  new Unavailable({
    service: "storage",
    operation: "read a file: it was replaced or deleted meanwhile",
    retryable: true,
  })

// O_NOFOLLOW is not known to Windows, where making a link takes an administrator.
const openFile = (path: string) =>
  Effect.tryPromise({
    try: () => open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)),
    catch: (error) =>
      failedWith(error, "ENOENT", "ENOTDIR", "ELOOP") ? changed() : folderFault("read a file")(error),
  })

/** The bytes of the file that `found` describes, from `start` to `end` inclusive; another file there is a failure. */
export const readFile = (
  paths: FolderPaths,
  key: string,
  found: Stats,
  { start, end }: { readonly start: number; readonly end: number },
): Stream.Stream<Uint8Array, Unavailable> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const handle = yield* Effect.acquireRelease(openFile(paths.pathOf(key)), (handle) =>
        Effect.ignore(attempt(() => handle.close())),
      )
      const { ino, size, mtimeMs } = yield* attempt(() => handle.stat())
      if (ino !== found.ino || size !== found.size || mtimeMs !== found.mtimeMs) return yield* changed()
      return Stream.unfold(start, (position) =>
        Effect.gen(function* () {
          if (position > end) return undefined
          const block = new Uint8Array(Math.min(blockSize, end - position + 1))
          const { bytesRead } = yield* attempt(() => handle.read(block, 0, block.length, position))
          if (bytesRead === 0) return yield* changed()
          return [block.subarray(0, bytesRead), position + bytesRead] as const
        }),
      )
    }),
  )
