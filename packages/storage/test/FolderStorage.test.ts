import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { instantFromMicros, ObjectStorage, Unavailable } from "@hangtag/core"
import { FolderStorage } from "@hangtag/storage/folder"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Option, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { generatorTests } from "../../../test/generatorTests.ts"

const test = generatorTests(it.effect)

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "hangtag-storage-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true })),
)

const open = (directory: string) =>
  Effect.map(
    Layer.build(FolderStorage.layer({ directory, baseUrl: "", secret: new Uint8Array(32) })),
    (context) => Context.get(context, ObjectStorage),
  )

const options = { content_type: "text/csv" }
const bytes = (text: string) => Stream.make(new TextEncoder().encode(text))
const filesIn = (path: string) =>
  Effect.promise(async () =>
    (await readdir(path, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => entry.name)
      .sort(),
  )
const textOf = (storage: ObjectStorage["Service"], key: string) =>
  Effect.gen(function* () {
    const found = yield* storage.get(key)
    return Option.isNone(found) ? undefined : yield* Stream.mkString(Stream.decodeText(found.value.content))
  })

describe("FolderStorage", () => {
  it.effect.skipIf(process.platform === "win32")("lets no other user of the machine read what it keeps", () =>
    Effect.gen(function* () {
      const parent = yield* temporaryFolder
      const directory = join(parent, "made", "files")
      yield* (yield* open(directory)).put("exports/1/a.csv", bytes("a"), options)
      const met = join(parent, "met")
      yield* Effect.promise(() => mkdir(met, 0o755))
      yield* open(met)
      const mode = (path: string) => Effect.promise(async () => ((await stat(path)).mode & 0o777).toString(8))
      for (const folder of [directory, join(parent, "made"), join(directory, "exports+"), met])
        assert.strictEqual(yield* mode(folder), "700", folder)
      for (const folder of ["~unfinished", "exports+/1+"])
        assert.strictEqual(yield* mode(join(directory, folder)), "700", folder)
      assert.strictEqual(yield* mode(join(directory, "exports+", "1+", "a.csv")), "600")
    }),
  )

  test("takes no secret that could be found by trying", function* () {
    const directory = yield* temporaryFolder
    const opened = (length: number) =>
      Effect.result(
        Layer.build(FolderStorage.layer({ directory, baseUrl: "", secret: new Uint8Array(length) })),
      )
    for (const length of [0, 1, 15]) {
      const refused = yield* opened(length)
      assert.include(String(Result.isFailure(refused) && refused.failure.message), `has ${length} bytes`)
    }
    assert.isTrue(Result.isSuccess(yield* opened(16)))
  })

  test("leaves nothing of a put that fails halfway, and keeps what the key held", function* () {
    const directory = yield* temporaryFolder
    const storage = yield* open(directory)
    yield* storage.put("a/b.csv", bytes("old"), options)
    const failing = Stream.concat(bytes("half"), Stream.fail("the source broke"))
    assert.strictEqual(yield* Effect.flip(storage.put("a/b.csv", failing, options)), "the source broke")
    assert.strictEqual(yield* textOf(storage, "a/b.csv"), "old")
    assert.deepStrictEqual(yield* filesIn(directory), ["b.csv"])
  })

  test("leaves nothing of a put that is interrupted, nor shows it before it is whole", function* () {
    const directory = yield* temporaryFolder
    const storage = yield* open(directory)
    const halfway = yield* Deferred.make<void>()
    const stuck = Stream.concat(
      bytes("half"),
      Stream.unwrap(Effect.as(Deferred.succeed(halfway, undefined), Stream.never)),
    )
    const put = yield* Effect.forkChild(storage.put("a/b.csv", stuck, options))
    yield* Deferred.await(halfway)
    assert.isTrue(Option.isNone(yield* storage.get("a/b.csv")))
    assert.deepStrictEqual(yield* Stream.runCollect(storage.list("")), [])
    yield* Fiber.interrupt(put)
    assert.deepStrictEqual(yield* filesIn(directory), [])
  })

  test("asks for the next chunk only when the one before is written", function* () {
    const directory = yield* temporaryFolder
    const storage = yield* open(directory)
    const unfinished = join(directory, "~unfinished")
    const written = Effect.promise(async () => {
      const [name] = await readdir(unfinished)
      return (await stat(join(unfinished, name!))).size
    })
    const seen: Array<number> = []
    const content = Stream.unfold(0, (chunks) =>
      Effect.map(written, (size) => {
        seen.push(size)
        return chunks < 3 ? ([new Uint8Array(1000), chunks + 1] as const) : undefined
      }),
    )
    assert.deepStrictEqual(yield* storage.put("a", content, options), { size: 3000 })
    assert.deepStrictEqual(seen, [0, 1000, 2000, 3000])
  })

  test("refuses keys that could reach outside, and touches nothing", function* () {
    const parent = yield* temporaryFolder
    const storage = yield* open(join(parent, "files"))
    yield* Effect.promise(() => writeFile(join(parent, "secret"), "kept"))
    for (const key of [
      "../secret",
      "a/../../secret",
      "/etc/passwd",
      "",
      "a//b",
      "a/",
      "a\\b",
      "a\0",
      "~unfinished/x",
      "é",
    ]) {
      for (const call of [
        storage.put(key, bytes("x"), options),
        storage.get(key),
        storage.delete(key),
        storage.downloadLink(key, { file_name: "x", content_type: "x", expires_at: instantFromMicros(0) }),
      ]) {
        const fault = yield* Effect.flip(call as Effect.Effect<unknown, Unavailable>)
        assert.isTrue(fault instanceof Unavailable && !fault.retryable, key)
      }
    }
    assert.deepStrictEqual(yield* filesIn(parent), ["secret"])
  })

  test("follows no link inside the folder", function* () {
    const parent = yield* temporaryFolder
    const directory = join(parent, "files")
    const outside = join(parent, "outside")
    const storage = yield* open(directory)
    yield* Effect.promise(async () => {
      await mkdir(outside)
      await writeFile(join(outside, "secret"), "kept")
      await symlink(outside, join(directory, "folder+"))
      await symlink(join(outside, "secret"), join(directory, "file"))
    })
    assert.isTrue(Option.isNone(yield* storage.get("folder/secret")))
    assert.isTrue(Option.isNone(yield* storage.get("file")))
    assert.deepStrictEqual(yield* Stream.runCollect(storage.list("")), [])
    yield* storage.delete("folder/secret")
    yield* storage.delete("file")
    assert.isFalse((yield* Effect.flip(storage.put("folder/new", bytes("x"), options))).retryable)
    yield* storage.put("file", bytes("mine"), options)
    assert.strictEqual(yield* textOf(storage, "file"), "mine")
    assert.deepStrictEqual(yield* filesIn(outside), ["secret"])
    assert.strictEqual(yield* Effect.promise(() => readFile(join(outside, "secret"), "utf8")), "kept")
  })

  test("fails, rather than finding nothing or starting anew, when its folder is gone", function* () {
    const parent = yield* temporaryFolder
    const directory = join(parent, "files")
    const storage = yield* open(directory)
    yield* storage.put("a/b", bytes("x"), options)
    yield* Effect.promise(() => rename(directory, join(parent, "moved")))
    const calls: ReadonlyArray<Effect.Effect<unknown, Unavailable>> = [
      storage.put("a/c", bytes("x"), options),
      storage.get("a/b"),
      storage.delete("a/b"),
      Stream.runCollect(storage.list("")),
    ]
    for (const call of calls) {
      const fault = yield* Effect.flip(call)
      assert.deepStrictEqual([fault.service, fault.retryable], ["storage", true])
      assert.include(fault.message, "the folder is gone")
      assert.notInclude(fault.message, parent)
    }
    assert.deepStrictEqual(yield* Effect.promise(() => readdir(parent)), ["moved"])
  })

  test("fails for good, saying what to mend, when a file stands in the way of a folder", function* () {
    const directory = yield* temporaryFolder
    const storage = yield* open(directory)
    yield* Effect.promise(() => writeFile(join(directory, "a+"), "not ours"))
    const fault = yield* Effect.flip(storage.put("a/b", bytes("y"), options))
    assert.isFalse(fault.retryable)
    assert.include(fault.message, "remove it")
    assert.isTrue(Option.isNone(yield* storage.get("a/b")))
    assert.deepStrictEqual(yield* filesIn(directory), ["a+"])
  })

  test("removes at its start what killed processes left, but not what others are writing", function* () {
    const directory = yield* temporaryFolder
    yield* Effect.promise(async () => {
      await mkdir(join(directory, "~unfinished"))
      for (const name of ["old", "new"]) await writeFile(join(directory, "~unfinished", name), name)
      await utimes(join(directory, "~unfinished", "old"), new Date(0), new Date(0))
    })
    yield* TestClock.setTime(yield* Effect.promise(async () => Date.now()))
    yield* open(directory)
    assert.deepStrictEqual(yield* filesIn(directory), ["new"])
  })

  test("keeps no empty folders of deleted files", function* () {
    const directory = yield* temporaryFolder
    const storage = yield* open(directory)
    yield* storage.put("a/b/c", bytes("x"), options)
    yield* storage.put("a/d", bytes("x"), options)
    yield* storage.delete("a/b/c")
    assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(directory, "a+"))), ["d"])
    yield* storage.delete("a/d")
    assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), ["~unfinished"])
  })

  test("fails no put while deletions prune the folders that it needs", function* () {
    const storage = yield* open(yield* temporaryFolder)
    const putAndDelete = (key: string) =>
      Effect.andThen(storage.put(key, bytes(key), options), storage.delete(key))
    yield* Effect.forEach(
      Array.from({ length: 400 }, (_, i) => `a/b/c/d/${i}`),
      putAndDelete,
      { concurrency: 4, discard: true },
    )
    assert.deepStrictEqual(yield* Stream.runCollect(storage.list("")), [])
  })

  test("gives no mixture when a file is replaced between finding and reading it", function* () {
    const storage = yield* open(yield* temporaryFolder)
    yield* storage.put("a", bytes("old"), options)
    const found = Option.getOrThrow(yield* storage.get("a"))
    yield* storage.put("a", bytes("brand new"), options)
    const fault = yield* Effect.flip(Stream.runDrain(found.content))
    assert.isTrue(fault.retryable)
  })

  test("says why it cannot start", function* () {
    const parent = yield* temporaryFolder
    yield* Effect.promise(() => writeFile(join(parent, "file"), ""))
    const exit = yield* Effect.exit(open(join(parent, "file")))
    assert.isTrue(Exit.isFailure(exit))
    assert.include(String(exit), "remove it")
  })
})
