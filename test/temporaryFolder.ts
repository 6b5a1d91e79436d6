import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import type { afterAll, onTestFinished } from "vitest"

const made = () => mkdtempSync(join(tmpdir(), "hangtag-"))
const removed = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** A folder that goes once the hook is called: after its test, or after all of them. */
export const temporaryFolder = (hook: typeof afterAll | typeof onTestFinished): string => {
  const folder = made()
  hook(() => removed(folder))
  return folder
}

/** A folder that goes with the scope. */
export const scopedFolder = Effect.acquireRelease(Effect.sync(made), (folder) =>
  Effect.sync(() => removed(folder)),
)
