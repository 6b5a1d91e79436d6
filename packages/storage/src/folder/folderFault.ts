import { Unavailable } from "@hangtag/core"

/** What stands in the way, what to do, and whether it may pass by itself. */
const faults: Readonly<Record<string, readonly [text: string, retryable: boolean]>> = {
  ENOSPC: ["the disk is full; free some space", false],
  EDQUOT: ["the disk quota is used up; free some space", false],
  EROFS: ["the folder is read-only; make it writable", false],
  EACCES: ["this process may not use the folder; give it read and write permission", false],
  EPERM: ["this process may not use the folder; give it read and write permission", false],
  ENOENT: ["the folder is gone; bring it back", true],
  EEXIST: ["a file or link stands where a folder is needed; remove it", false],
  ELOOP: ["a link stands where a file is needed; remove it", false],
  ENOTDIR: ["a file stands where a folder is needed; remove it", false],
  EISDIR: ["a folder stands where a file is needed; remove it", false],
  EXDEV: ["a part of the folder is on another disk; keep all of it on one", false],
  ENAMETOOLONG: ["the key is too long for this file system", false],
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error"

/** Tells whether a file system call failed with one of these codes. */
export const failedWith = (error: unknown, ...codes: ReadonlyArray<string>): boolean =>
  codes.includes(codeOf(error))

/** The `Unavailable` of a file system error; `operation` says what was tried, and no path is shown to callers. */
export const folderFault = (operation: string) => (cause: unknown) => {
  const code = codeOf(cause)
  const [text, retryable] = faults[code] ?? [code, true]
  return new Unavailable({ service: "storage", operation: `${operation}: ${text}`, retryable, cause })
}
