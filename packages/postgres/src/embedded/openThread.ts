import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect, Schedule, type Scope } from "effect"
import type { DataDirectoryInUse } from "./DataDirectoryInUse.ts"
import { DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"
import { lockDataDirectory } from "./lockDataDirectory.ts"
import { PgliteThread } from "./PgliteThread.ts"
import type { ThreadStart } from "./ThreadMessage.ts"

/** The embedded Postgres of this process; `connect` throws while its thread is dead. */
export type OpenDatabase = Pick<PgliteThread, "connect" | "dump" | "close">

/**
 * The database of a data directory, which is this process's alone until the scope closes; undefined: in memory.
 *
 * One that is kept is opened again when its thread dies, as it does where the disk is full: every commit is in its
 * log.
 */
export const openThread = (
  dataDir: string | undefined,
  template: Uint8Array | undefined,
): Effect.Effect<OpenDatabase, DataDirectoryInUse | DataDirectoryUnusable, Scope.Scope> =>
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
  const database = yield* openIn(directory, { directory: data, isNew, template })
  yield* onDisk(directory, () => rmSync(unfinished, { force: true }))
  return database
})

const openIn = Effect.fnUntraced(function* (label: string, start: ThreadStart) {
  let thread: PgliteThread
  // Not to be interrupted, so that every thread that was opened is closed.
  const open = (start: ThreadStart) =>
    Effect.tryPromise({ try: () => PgliteThread.open(start), catch: (cause) => unusable(label, cause) }).pipe(
      Effect.flatMap((opened) =>
        Effect.sync(() => {
          thread = opened
        }),
      ),
      Effect.uninterruptible,
    )
  // A folder that is gone, with its disk say, must not come back empty.
  const openAgain = Effect.suspend(() =>
    existsSync(join(start.directory ?? "", "PG_VERSION"))
      ? open({ ...start, isNew: false })
      : Effect.fail(unusable(label, "it is gone")),
  )
  yield* Effect.acquireRelease(open(start), () => Effect.promise(() => thread.close()))
  const reopen = Effect.gen(function* () {
    const reason = yield* Effect.promise(() => thread.stopped())
    yield* Effect.logError(`${reason.message}; trying to open it again`)
    yield* Effect.retry(openAgain, Schedule.spaced("2 seconds"))
    yield* Effect.logInfo("The embedded Postgres is open again")
  })
  if (start.directory !== undefined) yield* Effect.forkScoped(Effect.forever(reopen))
  const database: OpenDatabase = {
    connect: () => thread.connect(),
    dump: () => thread.dump(),
    close: () => thread.close(),
  }
  return database
})

const onDisk = <A>(directory: string, act: () => A) =>
  Effect.try({ try: act, catch: (cause) => unusable(directory, cause) })

const unusable = (directory: string, cause: unknown) =>
  new DataDirectoryUnusable({ directory, reason: cause instanceof Error ? cause.message : String(cause) })
