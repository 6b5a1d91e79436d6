import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { filesIn } from "./filesIn.ts"

type Files = ReadonlyMap<string, Uint8Array>

const root = join(import.meta.dirname, "..")
const built = join(root, "dist/page")
const builder = join(root, "page/build.ts")
const client = join(root, "../client/src")

/** Names the state of everything that the page is made of. */
const stateOfSources = async (): Promise<string> => {
  const hash = createHash("sha256").update(await readFile(join(root, "package.json")))
  for (const directory of [join(root, "page"), client])
    for (const [name, content] of await filesIn(directory)) hash.update(name).update(content)
  return hash.digest("hex").slice(0, 16)
}

/** Kept in `dist` for the next start; a place that cannot be written to costs the next start the same again. */
const keep = async (files: Files, directory: string, write: (files: Files, to: string) => Promise<void>) => {
  const fresh = `${directory}.${process.pid}`
  try {
    await write(files, fresh)
    // another process may have built the same meanwhile
    await rename(fresh, directory).catch(() => rm(fresh, { recursive: true, force: true }))
  } catch {
    await rm(fresh, { recursive: true, force: true }).catch(() => {})
  }
}

/** The page's files by name, in a clone: built once for each state of its sources; an image has what was built of them. */
export const builtPage = async (): Promise<Files> => {
  if (!existsSync(builder)) return filesIn(built)
  const directory = `${built}.${await stateOfSources()}`
  if (existsSync(directory)) return filesIn(directory)
  const { buildPage, writePage } = await import(builder)
  const files: Files = await buildPage()
  await keep(files, directory, writePage)
  return files
}
