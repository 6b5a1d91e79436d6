import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect, type Scope } from "effect"
import type { DataDirectoryInUse } from "./DataDirectoryInUse.ts"
import { DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"
import { lockDataDirectory } from "./lockDataDirectory.ts"
import { PgliteThread } from "./PgliteThread.ts"
import type { ThreadStart } from "./ThreadMessage.ts"

/** The database of a data directory, which is this process's alone until the scope closes; undefined: in memory. */
export const openThread = (
  dataDir: string | undefined,
  template: Uint8Array | undefined,
): Effect.Effect<PgliteThread, DataDirectoryInUse | DataDirectoryUnusable, Scope.Scope> =>
  dataDir === undefined
    ? openIn("(memory)", { directory: undefined, isNew: true, template })
    : openKept(resolve(dataDir), template)

const openKept = Effect.fnUntraced(function* (directory: string, template: Uint8Array | undefined) {
  yield* onDisk(directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 }))
  yield* lockDataDirectory(directory)
  const data = join(directory, "pgdata")
  const unfinished = join(directory, "first-start")
  // Nothing can be in a database whose first start never came to its end, and Postgres would not open it.
  const isNew = yield* onDisk(directory, () => {
    if (existsSync(unfinished)) rmSync(data, { recursive: true, force: true })
    if (existsSync(data)) return false
    writeFileSync(unfinished, "")
    return true
  })
  const thread = yield* openIn(directory, { directory: data, isNew, template })
  yield* onDisk(directory, () => rmSync(unfinished, { force: true }))
  return thread
})

const openIn = (label: string, start: ThreadStart) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PgliteThread.open(start),
      catch: (cause) => unusable(label, cause),
    }),
    (thread) => Effect.promise(() => thread.close()),
  )

const onDisk = <A>(directory: string, act: () => A) =>
  Effect.try({ try: act, catch: (cause) => unusable(directory, cause) })

const unusable = (directory: string, cause: unknown) =>
  new DataDirectoryUnusable({ directory, reason: cause instanceof Error ? cause.message : String(cause) })
