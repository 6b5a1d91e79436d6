import { accessSync, constants, mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Effect } from "effect"
import { BadSetting } from "../settings/BadSetting.ts"
import type { Settings } from "../settings/Settings.ts"

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Step by step: Node's own recursive mkdir never ends where a file system makes no folders, as /proc. */
const makeFolder = (path: string): void => {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // another process has made it meanwhile
    if (!isFolder(path)) throw cause
  }
}

/** Makes the data folder with its parents where it is missing; fails with one sentence where it cannot be made or written. */
export const dataFolder = ({ dataDirectory }: Settings): Effect.Effect<string, BadSetting> =>
  Effect.try({
    try: () => {
      makeFolder(resolve(dataDirectory))
      accessSync(dataDirectory, constants.W_OK)
      return dataDirectory
    },
    catch: (cause) =>
      new BadSetting({
        name: "HANGTAG_DATA",
        value: dataDirectory,
        allowed: `use a folder that can be made and written; this one cannot (${cause instanceof Error && "code" in cause ? cause.code : cause})`,
      }),
  })
