import { lstat, readdir } from "node:fs/promises"
import { instantFromMicros, type StoredObject } from "@hangtag/core"
import { isObjectKey } from "../objectKey.ts"
import { type FolderPaths, segmentOf, unlessMissing } from "./FolderPaths.ts"

/** What stands in one folder as the next part of the key, in the order of the keys: `a.csv`, `a/`. */
const partsOf = async (path: string, isRoot: boolean): Promise<ReadonlyArray<string>> => {
  const reading = readdir(path, { withFileTypes: true })
  const entries = isRoot ? await reading : ((await unlessMissing(reading)) ?? [])
  return entries
    .flatMap((entry) => {
      const segment = entry.isFile() ? entry.name : entry.isDirectory() ? segmentOf(entry.name) : undefined
      if (segment === undefined || !isObjectKey(segment)) return []
      return [entry.isDirectory() ? `${segment}/` : segment]
    })
    .sort((a, b) => (a < b ? -1 : 1))
}

/** The objects whose keys begin with the prefix, in key order. What vanishes meanwhile is left out. */
export async function* listFolder(
  paths: FolderPaths,
  prefix: string,
): AsyncGenerator<StoredObject, void, undefined> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1)
  // straight there: each folder above it may hold one of every job
  if (folder === "") yield* listBelow(paths, prefix, "")
  else if (isObjectKey(folder.slice(0, -1)) && (await paths.hasFoldersOf(folder)))
    yield* listBelow(paths, prefix, folder)
}

async function* listBelow(
  paths: FolderPaths,
  prefix: string,
  folder: string,
): AsyncGenerator<StoredObject, void, undefined> {
  for (const part of await partsOf(paths.folderOf(folder), folder === "")) {
    const key = folder + part
    if (part.endsWith("/")) {
      if (key.startsWith(prefix)) yield* listBelow(paths, prefix, key)
    } else if (key.startsWith(prefix)) {
      const stats = await unlessMissing(lstat(paths.pathOf(key)))
      if (stats?.isFile())
        yield { key, size: stats.size, modified_at: instantFromMicros(Math.floor(stats.mtimeMs * 1000)) }
    }
  }
}
