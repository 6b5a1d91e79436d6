import type { PGlite } from "@electric-sql/pglite"

/** The status with which an ordinary error of a statement leaves the engine, to be answered to the client. */
const statementError = 100

/**
 * Calls `end` as soon as the engine has crashed (a panic, say a full disk; a trap; an exhausted stack).
 *
 * PGlite itself carries on with whatever memory such a crash left, and could write that to disk; `end` must not
 * return. Reopening replays the log up to the last commit.
 */
export const endOnCrash = (db: PGlite, end: (cause: unknown) => never): void => {
  const engine = db.Module
  const runOnce = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      return runOnce()
    } catch (cause) {
      if ((cause as { status?: unknown }).status !== statementError) end(cause)
      throw cause
    }
  }
}
