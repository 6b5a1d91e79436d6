import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import type { StoredObject } from "@hangtag/core"
import { isObjectKey } from "../objectKey.ts"
import { type FolderPaths, unlessMissing } from "./FolderPaths.ts"

/** What stands in one folder, in the order of the keys: a folder counts with the `/` that follows its name. */
const entriesOf = async (path: string, isRoot: boolean) => {
  const reading = readdir(path, { withFileTypes: true })
  const entries = isRoot ? await reading : ((await unlessMissing(reading)) ?? [])
  return entries
    .filter((entry) => isObjectKey(entry.name) && (entry.isFile() || entry.isDirectory()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((a, b) => (a < b ? -1 : 1))
}

/** The objects whose keys begin with the prefix, in key order. What vanishes meanwhile is left out. */
export async function* listFolder(
  paths: FolderPaths,
  prefix: string,
  folder = "",
): AsyncGenerator<StoredObject, void, undefined> {
  for (const entry of await entriesOf(join(paths.root, folder), folder === "")) {
    const key = folder + entry
    if (entry.endsWith("/")) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* listFolder(paths, prefix, key)
    } else if (key.startsWith(prefix)) {
      const stats = await unlessMissing(lstat(join(paths.root, key)))
      if (stats?.isFile()) yield { key, size: stats.size, modified_at: Math.floor(stats.mtimeMs * 1000) }
    }
  }
}
