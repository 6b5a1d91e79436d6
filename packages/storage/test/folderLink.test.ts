import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { instantFromMicros } from "@hangtag/core"
import { folderSecret, signFolderLink, verifyFolderLink } from "@hangtag/storage/folder"
import { Effect } from "effect"
import { contentDisposition } from "../src/contentDisposition.ts"

const secret = new Uint8Array(32).fill(7)
const expires_at = instantFromMicros(1_764_000_000_000_000)
const key = "exports/j/t/export.csv"
const given = { file_name: 'Prix "été" & co; ✓.csv', content_type: "text/csv; charset=utf-8", expires_at }

const check = (link: string, now = 0, by: Uint8Array | ReadonlyArray<Uint8Array> = secret) => {
  const url = new URL(link, "http://127.0.0.1")
  return verifyFolderLink(by, { key: url.pathname.slice("/files/".length), query: url.searchParams }, now)
}

describe("a download link of a folder", () => {
  it("gives back the key, the name and the type it was made for, whatever characters they have", () => {
    assert.deepStrictEqual(check(signFolderLink(secret, key, given)), {
      status: "valid",
      key,
      ...given,
      content_disposition: contentDisposition(given.file_name),
    })
  })

  it("holds until its instant and not at it", () => {
    const link = signFolderLink(secret, key, given)
    assert.strictEqual(check(link, expires_at - 1).status, "valid")
    assert.deepStrictEqual(check(link, expires_at), { status: "expired", expires_at })
  })

  it("opens nothing when any part is changed, missing or signed with another secret", () => {
    const link = signFolderLink(secret, key, given)
    assert.strictEqual(check(link, 0, new Uint8Array(32)).status, "invalid")
    assert.strictEqual(check(link.replace("export.csv", "other.csv")).status, "invalid")
    for (const name of ["expires", "name", "type", "signature"]) {
      const altered = new URL(link, "http://127.0.0.1")
      altered.searchParams.set(name, name === "expires" ? String(expires_at * 2) : "x")
      assert.strictEqual(check(altered.href).status, "invalid", name)
      altered.searchParams.delete(name)
      assert.strictEqual(check(altered.href).status, "invalid", name)
    }
    for (let i = 0; i < 43; i++) {
      const altered = new URL(link, "http://127.0.0.1")
      const signature = altered.searchParams.get("signature")!
      const other = signature[i] === "A" ? "B" : "A"
      altered.searchParams.set("signature", signature.slice(0, i) + other + signature.slice(i + 1))
      assert.strictEqual(check(altered.href).status, "invalid", `character ${i}`)
    }
  })

  it("is taken by any of several secrets, and by none that is not among them", () => {
    const [old, young] = [secret, new Uint8Array(32).fill(8)]
    for (const by of [old, young]) {
      const link = signFolderLink(by, key, given)
      assert.strictEqual(check(link, 0, [young, old]).status, "valid")
      assert.strictEqual(check(link, 0, [young]).status, by === young ? "valid" : "invalid")
      assert.strictEqual(check(link, 0, []).status, "invalid")
    }
  })

  it("cannot move text from one part to another", () => {
    const a = new URL(
      signFolderLink(secret, key, { ...given, file_name: "ab", content_type: "c" }),
      "http://h",
    )
    const b = new URL(
      signFolderLink(secret, key, { ...given, file_name: "a", content_type: "bc" }),
      "http://h",
    )
    assert.notStrictEqual(a.searchParams.get("signature"), b.searchParams.get("signature"))
  })
})

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "hangtag-secret-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true })),
)

describe("folderSecret", () => {
  it.effect("is one secret for all who ask at once, readable by its owner alone", () =>
    Effect.gen(function* () {
      const data = join(yield* temporaryFolder, "data")
      const secrets = yield* Effect.forEach(Array.from({ length: 20 }), () => folderSecret(data), {
        concurrency: 20,
      })
      assert.strictEqual(new Set(secrets.map((each) => Buffer.from(each).toString("hex"))).size, 1)
      assert.strictEqual(secrets[0]!.length, 32)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(data)), ["link-secret"])
      const { mode } = yield* Effect.promise(() => stat(join(data, "link-secret")))
      assert.strictEqual(mode & 0o777, 0o600)
    }),
  )

  it.effect("refuses a damaged file and says what to do", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      yield* Effect.promise(() => writeFile(join(data, "link-secret"), "short"))
      assert.include((yield* Effect.flip(folderSecret(data))).message, "delete it to get a new one")
    }),
  )
})
