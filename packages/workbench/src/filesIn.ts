import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

/** Every file below the directory, by its path there with slashes. */
export const filesIn = async (directory: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(paths.sort().map((path) => readFile(path)))
  return new Map(
    contents.map((content, at) => [paths[at]!.slice(directory.length + 1).replaceAll("\\", "/"), content]),
  )
}
