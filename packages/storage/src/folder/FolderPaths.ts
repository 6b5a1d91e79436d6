import type { Stats } from "node:fs"
import { lstat, mkdir, open } from "node:fs/promises"
import { dirname, join } from "node:path"
import { failedWith } from "./folderFault.ts"

/** What the reading gives, or undefined when the file or folder is not there. */
export const unlessMissing = async <A>(reading: Promise<A>): Promise<A | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (failedWith(error, "ENOENT", "ENOTDIR")) return undefined
    throw error
  }
}

// No key has this character, so that an object `a` and another one `a/b` can lie side by side.
const folderMark = "+"

/** For the owner alone: what is exported is none of other local users' business. */
export const folderMode = 0o700
export const fileMode = 0o600

/** The key's segment that a folder on the disk stands for, if it stands for one. */
export const segmentOf = (folderName: string): string | undefined =>
  folderName.endsWith(folderMark) ? folderName.slice(0, -folderMark.length) : undefined

/** Where the objects of a folder lie: `exports/1/a.csv` in `exports+/1+/a.csv`. Links inside it are never followed: they could lead out of it. */
export class FolderPaths {
  readonly root: string
  /** Holds what is being written, under names that no key can have, on the disk that it will stay on. */
  readonly unfinished: string

  constructor(root: string) {
    this.root = root
    this.unfinished = join(root, "~unfinished")
  }

  pathOf(key: string): string {
    return join(this.folderOf(key), key.slice(key.lastIndexOf("/") + 1))
  }

  /** The folder that the key's file lies in; of a prefix that ends with `/`, the folder below it. */
  folderOf(key: string): string {
    return join(this.root, ...this.#folderNamesOf(key))
  }

  #folderNamesOf(key: string): ReadonlyArray<string> {
    return key
      .split("/")
      .slice(0, -1)
      .map((segment) => segment + folderMark)
  }

  /** The plain file under the key, if there is one. Throws when the root is gone, since nothing is known then. */
  async find(key: string): Promise<Stats | undefined> {
    if (!(await this.hasFoldersOf(key))) return undefined
    const stats = await unlessMissing(lstat(this.pathOf(key)))
    return stats?.isFile() ? stats : undefined
  }

  /** Whether the folders above a key are there. Throws when the root is gone. */
  async hasFoldersOf(key: string): Promise<boolean> {
    await lstat(this.root)
    let path = this.root
    for (const name of this.#folderNamesOf(key)) {
      path = join(path, name)
      if (!(await unlessMissing(lstat(path)))?.isDirectory()) return false
    }
    return true
  }

  /** Makes the folders above a key, but not the root: one that has gone, with its disk say, must not come back empty. */
  async makeFoldersOf(key: string): Promise<void> {
    let path = this.root
    for (const name of this.#folderNamesOf(key)) {
      path = join(path, name)
      try {
        await mkdir(path, folderMode)
      } catch (error) {
        if (!(await unlessMissing(lstat(path)))?.isDirectory()) throw error
      }
    }
  }

  /** The folders above a key, nearest first, the root last. */
  foldersOf(key: string): ReadonlyArray<string> {
    const folders: Array<string> = []
    for (let path = this.folderOf(key); path !== this.root; path = dirname(path)) folders.push(path)
    return [...folders, this.root]
  }

  /** Makes renames and new folders above the key outlast a power cut. */
  async syncFoldersOf(key: string): Promise<void> {
    // Windows cannot open a folder and needs no sync of one.
    if (process.platform === "win32") return
    await Promise.all(this.foldersOf(key).map(syncFolder))
  }
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await unlessMissing(open(path))
  if (folder === undefined) return
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
