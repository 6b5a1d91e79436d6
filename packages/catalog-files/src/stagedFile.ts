import { constants, createReadStream, createWriteStream, openSync, type StatsFs } from "node:fs"
import { mkdtemp, open, rm, statfs } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { Effect } from "effect"
import type { FileNotImportable } from "./importErrors.ts"
import { readLines } from "./readLines.ts"

/** Ends what has no end: of the space that is free where it is kept, others are left half. */
export const withinSpace = ({ bavail, bsize }: Pick<StatsFs, "bavail" | "bsize">) =>
  async function* (chunks: AsyncIterable<string | Uint8Array>) {
    let left = (bavail * bsize) / 2
    for await (const chunk of chunks) {
      left -= Buffer.byteLength(chunk)
      if (left < 0)
        throw new Error(
          `it takes more than half of what is free in ${tmpdir()}; save it as a file and name that, or set TMPDIR`,
        )
      yield chunk
    }
  }

type Failed = (error: unknown) => FileNotImportable
type Input = NodeJS.ReadableStream | AsyncIterable<string | Uint8Array>

/** Keeps what is read in a file of its own until the import ends. */
const staged = (input: () => Input, failed: Failed) =>
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "hangtag-import-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
  ).pipe(
    Effect.flatMap((folder) => {
      const path = join(folder, "file")
      return Effect.as(
        Effect.tryPromise({
          try: async (signal) =>
            pipeline(input(), withinSpace(await statfs(folder)), createWriteStream(path), { signal }),
          catch: failed,
        }),
        path,
      )
    }),
  )

/** Opens a pipe without waiting for who writes to it: nothing ends a thread that waits so, not even the process's end. */
const openPipe = (path: string): Socket =>
  new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  })

/** What can be read only once, standard input or a pipe, as a file. */
export const stagedInput = (source: NodeJS.ReadableStream | string, failed: Failed) =>
  staged(() => (typeof source === "string" ? openPipe(source) : source), failed)

const damaged = (error: unknown): unknown =>
  String((error as NodeJS.ErrnoException).code).startsWith("Z_")
    ? new Error("it is compressed and damaged or not complete; compress it again, or copy it again")
    : error

/** A file of gzip's, unpacked. */
export const unpackedFile = (path: string, failed: Failed) =>
  staged(
    () => createReadStream(path).pipe(createGunzip()),
    (error) => failed(damaged(error)),
  )

async function* decoded(path: string, encoding: string) {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The text of a file as UTF-8. */
export const decodedFile = (path: string, encoding: string, failed: Failed) =>
  staged(() => decoded(path, encoding), failed)

export const firstBytes = async (path: string): Promise<Uint8Array> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Whether a text has bytes that are no UTF-8, and none beyond ASCII that are: as Western Windows writes it. */
export const isWindowsText = async (path: string): Promise<boolean> => {
  let isOther = false
  for await (const { lines } of readLines(path)) {
    for (const line of lines) {
      if (typeof line !== "string") isOther = true
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
      else if (/[^\x00-\x7F]/.test(line)) return false
    }
  }
  return isOther
}
