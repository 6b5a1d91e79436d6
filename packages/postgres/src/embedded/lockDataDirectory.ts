import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, type Scope } from "effect"
import { DataDirectoryInUse } from "./DataDirectoryInUse.ts"
import { DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"

const sqliteBusy = 5
/** Two starters at once can both see the other's first step; within this time one of them wins. */
const contentionMillis = 500

/**
 * Keeps the directory to this process until the scope closes.
 *
 * The lock is the operating system's: an SQLite transaction left open on the file `lock`, the only file lock
 * that Node offers. It ends with the process however that dies, so there are no stale locks, no process ids to
 * mistrust and no race to take one over, and it holds between containers that share a volume. The file
 * `lock.pid` serves the message alone.
 */
export const lockDataDirectory = (
  directory: string,
): Effect.Effect<void, DataDirectoryInUse | DataDirectoryUnusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => take(directory),
      catch: (cause) =>
        cause instanceof Error && "errcode" in cause && cause.errcode === sqliteBusy
          ? new DataDirectoryInUse({ directory, pid: holder(directory) })
          : new DataDirectoryUnusable({ directory, reason: `it cannot be locked (${cause})` }),
    }),
    (lock) => Effect.sync(() => lock.close()),
  ).pipe(Effect.asVoid)

const take = (directory: string): DatabaseSync => {
  // SQLite does not say what keeps it from writing. (Not tried on the lock's own file: closing that would unlock it.)
  closeSync(openSync(pidFile(directory), "a"))
  const lock = new DatabaseSync(join(directory, "lock"), { timeout: contentionMillis })
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    writeFileSync(pidFile(directory), String(process.pid))
    return lock
  } catch (cause) {
    lock.close()
    throw cause
  }
}

const pidFile = (directory: string) => join(directory, "lock.pid")

const holder = (directory: string): number | undefined => {
  try {
    const pid = Number(readFileSync(pidFile(directory), "utf8"))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}
