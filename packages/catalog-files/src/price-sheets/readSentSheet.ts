import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PriceSheetFile } from "@hangtag/core"
import { Effect, Semaphore } from "effect"
import type { FileNotImportable } from "../importErrors.ts"
import { fileFailure } from "../openCatalogFile.ts"
import { readInThread } from "./readInThread.ts"

/** Each takes a processor while it is read, and several times its size of memory. */
const oneAtATime = Semaphore.makeUnsafe(1)

const name = "the file"

/** The same of a file that was sent to a server: one at a time, in a thread of its own, beside what else is answered. */
export const readSentSheet = (bytes: Uint8Array): Effect.Effect<PriceSheetFile, FileNotImportable> =>
  Effect.acquireUseRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "hangtag-sheet-"))),
    (folder) => {
      const path = join(folder, "sheet")
      const write = Effect.tryPromise({ try: () => writeFile(path, bytes), catch: fileFailure(name) })
      return Effect.andThen(write, readInThread(path, name))
    },
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
  ).pipe(oneAtATime.withPermit)
