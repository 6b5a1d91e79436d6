import { ObjectStorage } from "@hangtag/core"
import { assert } from "chai"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { promisesOf } from "../suite/promisesOf.ts"
import { bytesOf, inMinutes, listed, put, read, refusedKeys, text, textOf } from "./steps.ts"

// Keys of a test begin with its organization, so that one bucket serves all of them.
export const keepingPromises = promisesOf<ObjectStorage>()({
  *"gives back what was stored, and its size"({ mine }) {
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    assert.deepStrictEqual(yield* put(`${mine}/a.bin`, every, "", every), { size: 512 })
    assert.deepStrictEqual(yield* read(`${mine}/a.bin`), {
      size: 512,
      bytes: Uint8Array.from([...every, ...every]),
    })
  },
  *"stores nothing at all as an empty object"({ mine }) {
    assert.deepStrictEqual(yield* put(`${mine}/empty`), { size: 0 })
    assert.deepStrictEqual(yield* read(`${mine}/empty`), { size: 0, bytes: new Uint8Array() })
  },
  *"stores megabytes in many chunks"({ mine }) {
    const storage = yield* ObjectStorage
    const chunk = (index: number) => new Uint8Array(100_000).fill(index)
    const content = Stream.map(Stream.range(1, 120), chunk)
    const { size } = yield* storage.put(`${mine}/big`, content, { content_type: "text/csv" })
    assert.strictEqual(size, 12_000_000)
    const found = Option.getOrThrow(yield* storage.get(`${mine}/big`))
    assert.strictEqual(found.size, 12_000_000)
    let at = 0
    let wrong = 0
    yield* Stream.runForEach(found.content, (bytes) =>
      Effect.sync(() => {
        for (const byte of bytes) if (byte !== Math.floor(at++ / 100_000) + 1) wrong++
      }),
    )
    assert.deepStrictEqual([at, wrong], [12_000_000, 0])
    assert.strictEqual((yield* read(`${mine}/big`, { start: 99_999, end: 100_000 }))?.bytes.join(), "1,2")
  },
  *"takes any key of the form"({ mine }) {
    const keys = [
      "A.b_c-9",
      "deep/er/and/deeper/x",
      "...",
      "a..b",
      "-",
      "_",
      ".hidden",
      "a/.b",
      "x".repeat(200),
    ]
    for (const key of keys) yield* put(`${mine}/${key}`, key)
    for (const key of keys) assert.strictEqual(yield* text(`${mine}/${key}`), key)
  },
  *"refuses a key of another form, in every method"() {
    const storage = yield* ObjectStorage
    const expires_at = yield* inMinutes(5)
    for (const key of refusedKeys) {
      const named = JSON.stringify(key)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(put(key, "x"))), `put ${named}`)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(storage.get(key))), `get ${named}`)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(storage.delete(key))), `delete ${named}`)
      const options = { file_name: "x", content_type: "text/csv", expires_at }
      assert.isTrue(Exit.isFailure(yield* Effect.exit(storage.downloadLink(key, options))), `link ${named}`)
    }
  },
  *"replaces what a key held"({ mine }) {
    yield* put(`${mine}/a`, "first and longer")
    yield* put(`${mine}/a`, "second")
    assert.deepStrictEqual(yield* read(`${mine}/a`), { size: 6, bytes: bytesOf("second") })
    assert.strictEqual((yield* listed(mine)).length, 1)
  },
  *"keeps what a key held, or nothing, when the content fails, and fails with its error"({ mine }) {
    const storage = yield* ObjectStorage
    yield* put(`${mine}/old`, "old")
    const content = Stream.concat(Stream.make(bytesOf("new")), Stream.fail("broken" as const))
    for (const key of ["old", "none"]) {
      const error = yield* Effect.flip(storage.put(`${mine}/${key}`, content, { content_type: "text/csv" }))
      assert.strictEqual(error, "broken")
    }
    assert.strictEqual(yield* text(`${mine}/old`), "old")
    assert.isUndefined(yield* text(`${mine}/none`))
    assert.deepStrictEqual(
      (yield* listed(mine)).map(({ key }) => key),
      [`${mine}/old`],
    )
  },
  *"keeps what a key held, or nothing, when it is interrupted"({ mine }) {
    const storage = yield* ObjectStorage
    yield* put(`${mine}/old`, "old")
    for (const key of ["old", "none"]) {
      const reached = yield* Deferred.make<void>()
      const content = Stream.concat(
        Stream.make(bytesOf("new")),
        Stream.fromEffect(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)),
      )
      const putting = yield* Effect.forkChild(
        storage.put(`${mine}/${key}`, content, { content_type: "text/csv" }),
      )
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(putting)
    }
    assert.strictEqual(yield* text(`${mine}/old`), "old")
    assert.isUndefined(yield* text(`${mine}/none`))
    assert.deepStrictEqual(
      (yield* listed(mine)).map(({ key }) => key),
      [`${mine}/old`],
    )
  },
  *"shows a key's old content until the new one is whole"({ mine }) {
    const storage = yield* ObjectStorage
    yield* put(`${mine}/a`, "old")
    const content = Stream.concat(
      Stream.make(bytesOf("n")),
      Stream.fromEffect(
        Effect.gen(function* () {
          assert.strictEqual(yield* text(`${mine}/a`), "old")
          return bytesOf("ew")
        }),
      ),
    )
    yield* storage.put(`${mine}/a`, content, { content_type: "text/csv" })
    assert.strictEqual(yield* text(`${mine}/a`), "new")
  },
  *"keeps one whole content when a key is put many times at once"({ mine }) {
    const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(1 + index * 1_000))
    yield* Effect.forEach(contents, (content) => put(`${mine}/a`, content.slice(0, 1), content.slice(1)), {
      concurrency: "unbounded",
    })
    assert.include(contents, yield* text(`${mine}/a`))
  },
  *"gives none for a key that holds nothing"({ mine }) {
    yield* put(`${mine}/dir/a`, "x")
    for (const key of ["nope", "dir", "dir/a/b", "Dir/a"]) assert.isUndefined(yield* read(`${mine}/${key}`))
  },
  *"gives the bytes of a range, both ends included, with the whole object's size"({ mine }) {
    yield* put(`${mine}/a`, "01234", "56789")
    for (const [start, end, expected] of [
      [0, 0, "0"],
      [0, 9, "0123456789"],
      [3, 6, "3456"],
      [9, 9, "9"],
    ] as const) {
      const found = yield* read(`${mine}/a`, { start, end })
      assert.deepStrictEqual([found?.size, found && textOf(found.bytes)], [10, expected])
    }
    assert.isUndefined(yield* read(`${mine}/nope`, { start: 0, end: 1 }))
  },
  *"deletes an object, and one that is not there"({ mine }) {
    const storage = yield* ObjectStorage
    yield* put(`${mine}/a`, "x")
    yield* put(`${mine}/ab`, "y")
    yield* storage.delete(`${mine}/a`)
    yield* storage.delete(`${mine}/a`)
    yield* storage.delete(`${mine}/never/was`)
    assert.isUndefined(yield* read(`${mine}/a`))
    assert.deepStrictEqual(
      (yield* listed(mine)).map(({ key }) => key),
      [`${mine}/ab`],
    )
  },
  *"lists what begins with a prefix, in key order, with size and time"({ mine }) {
    const inOrder = ["-", "A", "a", "a-b", "a.b", "a/b", "a/c/d", "aa", "b"].map((key) => `${mine}/${key}`)
    const before = yield* inMinutes(-1)
    for (const key of inOrder.toReversed()) yield* put(key, key)
    const all = yield* listed(`${mine}/`)
    assert.deepStrictEqual(
      all.map(({ key, size }) => [key, size]),
      inOrder.map((key) => [key, key.length]),
    )
    const after = yield* inMinutes(1)
    for (const { modified_at } of all) assert.isTrue(modified_at > before && modified_at < after)
    for (const prefix of ["a", "a/", "a/c", "aa", "nope", "a/b"]) {
      assert.deepStrictEqual(
        (yield* listed(`${mine}/${prefix}`)).map(({ key }) => key),
        inOrder.filter((key) => key.startsWith(`${mine}/${prefix}`)),
      )
    }
  },
})
