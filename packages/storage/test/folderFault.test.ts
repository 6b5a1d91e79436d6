import { assert, describe, it } from "@effect/vitest"
import { folderFault } from "../src/folder/folderFault.ts"

const fault = (code: string) =>
  folderFault("write a file")(Object.assign(new Error(`${code}: /srv/private/file`), { code }))

describe("a file system error", () => {
  it.each([
    { code: "ENOSPC", retryable: false, says: "the disk is full; free some space" },
    { code: "EDQUOT", retryable: false, says: "quota" },
    { code: "EROFS", retryable: false, says: "read-only" },
    { code: "EACCES", retryable: false, says: "permission" },
    { code: "ENOENT", retryable: true, says: "the folder is gone" },
    { code: "EIO", retryable: true, says: "EIO" },
    { code: "EMFILE", retryable: true, says: "EMFILE" },
  ])("$code tells what to do, whether trying again helps, and no path", ({ code, retryable, says }) => {
    const { message, service, retryable: found } = fault(code)
    assert.deepStrictEqual([service, found], ["storage", retryable])
    assert.include(message, says)
    assert.notInclude(message, "/srv")
  })
})
