import { instantFromMillis, ObjectStorage } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { assert } from "vitest"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

/** What following a download link gave. */
export interface OpenedLink {
  readonly bytes: Uint8Array
  /** As a browser would save it; left out where the adapter's links tell it otherwise. */
  readonly file_name?: string
  readonly content_type?: string
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const put = Effect.fnUntraced(function* (key: string, ...chunks: ReadonlyArray<string | Uint8Array>) {
  const storage = yield* ObjectStorage
  const content = Stream.fromIterable(
    chunks.map((chunk) => (typeof chunk === "string" ? bytesOf(chunk) : chunk)),
  )
  return yield* storage.put(key, content, { content_type: "text/csv" })
})

const read = Effect.fnUntraced(function* (key: string, range?: { start: number; end: number }) {
  const storage = yield* ObjectStorage
  const found = yield* storage.get(key, range)
  if (Option.isNone(found)) return undefined
  const chunks = yield* Stream.runCollect(found.value.content)
  return { size: found.value.size, bytes: Uint8Array.from(chunks.flatMap((chunk) => [...chunk])) }
})

const text = (key: string, range?: { start: number; end: number }) =>
  Effect.map(read(key, range), (found) => found && textOf(found.bytes))

const listed = Effect.fnUntraced(function* (prefix: string) {
  const storage = yield* ObjectStorage
  return yield* Stream.runCollect(storage.list(prefix))
})

const inMinutes = (minutes: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => instantFromMillis(now) + minutes * 60_000_000)

const refusedKeys = [
  "",
  "/",
  "/a",
  "a/",
  "a//b",
  ".",
  "..",
  "a/..",
  "a/../b",
  "../a",
  "./a",
  "a/./b",
  "a b",
  "a\\b",
  "..\\a",
  "é",
  "a\0",
  "a?b",
  "a#b",
  "a%2Fb",
  "a:b",
  "a\nb",
]

// Keys of a test begin with its organization, so that one bucket serves all of them.
const promises = (open: ((url: string) => Effect.Effect<Option.Option<OpenedLink>>) | undefined) => {
  const openLink = (url: string) =>
    open === undefined
      ? Effect.die(new Error("Following links needs the suite's option `open`"))
      : Effect.map(open(url), Option.getOrUndefined)
  const link = Effect.fnUntraced(function* (key: string, minutes: number, file_name = "export.csv") {
    const storage = yield* ObjectStorage
    const expires_at = yield* inMinutes(minutes)
    return yield* storage.downloadLink(key, { file_name, content_type: "text/csv", expires_at })
  })

  return {
    "gives back what was stored, and its size": Effect.fnUntraced(function* ({ mine }) {
      const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      assert.deepStrictEqual(yield* put(`${mine}/a.bin`, every, "", every), { size: 512 })
      assert.deepStrictEqual(yield* read(`${mine}/a.bin`), {
        size: 512,
        bytes: Uint8Array.from([...every, ...every]),
      })
    }),
    "stores nothing at all as an empty object": Effect.fnUntraced(function* ({ mine }) {
      assert.deepStrictEqual(yield* put(`${mine}/empty`), { size: 0 })
      assert.deepStrictEqual(yield* read(`${mine}/empty`), { size: 0, bytes: new Uint8Array() })
    }),
    "stores megabytes in many chunks": Effect.fnUntraced(function* ({ mine }) {
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
    }),
    "takes any key of the form": Effect.fnUntraced(function* ({ mine }) {
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
    }),
    "refuses a key of another form, in every method": Effect.fnUntraced(function* () {
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
    }),
    "replaces what a key held": Effect.fnUntraced(function* ({ mine }) {
      yield* put(`${mine}/a`, "first and longer")
      yield* put(`${mine}/a`, "second")
      assert.deepStrictEqual(yield* read(`${mine}/a`), { size: 6, bytes: bytesOf("second") })
      assert.strictEqual((yield* listed(mine)).length, 1)
    }),
    "keeps what a key held, or nothing, when the content fails, and fails with its error": Effect.fnUntraced(
      function* ({ mine }) {
        const storage = yield* ObjectStorage
        yield* put(`${mine}/old`, "old")
        const content = Stream.concat(Stream.make(bytesOf("new")), Stream.fail("broken" as const))
        for (const key of ["old", "none"]) {
          const error = yield* Effect.flip(
            storage.put(`${mine}/${key}`, content, { content_type: "text/csv" }),
          )
          assert.strictEqual(error, "broken")
        }
        assert.strictEqual(yield* text(`${mine}/old`), "old")
        assert.isUndefined(yield* text(`${mine}/none`))
        assert.deepStrictEqual(
          (yield* listed(mine)).map(({ key }) => key),
          [`${mine}/old`],
        )
      },
    ),
    "keeps what a key held, or nothing, when it is interrupted": Effect.fnUntraced(function* ({ mine }) {
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
    }),
    "shows a key's old content until the new one is whole": Effect.fnUntraced(function* ({ mine }) {
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
    }),
    "keeps one whole content when a key is put many times at once": Effect.fnUntraced(function* ({ mine }) {
      const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(1 + index * 1_000))
      yield* Effect.forEach(contents, (content) => put(`${mine}/a`, content.slice(0, 1), content.slice(1)), {
        concurrency: "unbounded",
      })
      assert.include(contents, yield* text(`${mine}/a`))
    }),
    "gives none for a key that holds nothing": Effect.fnUntraced(function* ({ mine }) {
      yield* put(`${mine}/dir/a`, "x")
      for (const key of ["nope", "dir", "dir/a/b", "Dir/a"]) assert.isUndefined(yield* read(`${mine}/${key}`))
    }),
    "gives the bytes of a range, both ends included, with the whole object's size": Effect.fnUntraced(
      function* ({ mine }) {
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
    ),
    "deletes an object, and one that is not there": Effect.fnUntraced(function* ({ mine }) {
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
    }),
    "lists what begins with a prefix, in key order, with size and time": Effect.fnUntraced(function* ({
      mine,
    }) {
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
    }),
    "mints a link that gives the file to whoever follows it": Effect.fnUntraced(function* ({ mine }) {
      yield* put(`${mine}/a`, "content")
      const opened = yield* openLink(yield* link(`${mine}/a`, 5, 'ex "port" é.csv'))
      assert.strictEqual(opened && textOf(opened.bytes), "content")
      assert.include([undefined, 'ex "port" é.csv'], opened?.file_name)
      assert.include([undefined, "text/csv"], opened?.content_type)
    }),
    "mints a link that expires": Effect.fnUntraced(function* ({ mine }) {
      yield* put(`${mine}/a`, "content")
      assert.isUndefined(yield* openLink(yield* link(`${mine}/a`, -1)))
    }),
    "mints a link that cannot be altered or guessed": Effect.fnUntraced(function* ({ mine }) {
      yield* put(`${mine}/a`, "content")
      yield* put(`${mine}/b`, "secret")
      const url = yield* link(`${mine}/a`, 5)
      const other = url.replace(`${mine}/a`, `${mine}/b`)
      if (other !== url) assert.isUndefined(yield* openLink(other))
      const flipped = url.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/, (last) => (last === "0" ? "1" : "0"))
      assert.isUndefined(yield* openLink(flipped))
      for (const name of new URL(url).searchParams.keys()) {
        const without = new URL(url)
        without.searchParams.set(name, "9999999999")
        assert.isUndefined(yield* openLink(without.href))
      }
    }),
  } satisfies Record<string, PromiseTest<ObjectStorage>>
}

/** Options of `objectStorageSuite`. */
export interface ObjectStorageSuiteOptions extends SuiteOptions<keyof ReturnType<typeof promises>> {
  /** Follows a link without credentials; none where it is refused. Without it, skip the tests of links. */
  readonly open?: (url: string) => Effect.Effect<Option.Option<OpenedLink>>
}

/** Puts an `ObjectStorage` through the promises of its port. */
export const objectStorageSuite = <E>(
  name: string,
  layer: Layer.Layer<ObjectStorage, E>,
  { open, ...options }: ObjectStorageSuiteOptions = {},
): void => portSuite(name, layer, promises(open), options)
