import { ObjectStorage, type StoredObject, Unavailable } from "@hangtag/core"
import { objectStoragePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Keeps chunks as they come, under any key. */
const naiveStorage = broken(ObjectStorage, () => {
  const objects = new Map<string, Array<Uint8Array>>()
  const sizeOf = (key: string) => (objects.get(key) ?? []).reduce((sum, chunk) => sum + chunk.length, 0)
  return {
    put: (key, content) =>
      Effect.gen(function* () {
        objects.set(key, [])
        yield* Stream.runForEach(content, (chunk) => Effect.sync(() => void objects.get(key)?.push(chunk)))
        return { size: sizeOf(key) }
      }),
    get: (key) =>
      Effect.sync(() =>
        Option.map(Option.fromNullishOr(objects.get(key)), (chunks) => ({
          size: sizeOf(key),
          content: Stream.fromIterable(chunks),
        })),
      ),
    delete: (key) =>
      objects.delete(key)
        ? Effect.void
        : Effect.fail(new Unavailable({ service: "storage", operation: "delete", retryable: false })),
    list: (prefix) =>
      Stream.suspend(() =>
        Stream.fromIterable([...objects.keys()].filter((key) => key.startsWith(prefix))).pipe(
          Stream.map((key): StoredObject => ({ key, size: sizeOf(key), modified_at: Date.now() * 1000 })),
        ),
      ),
    downloadLink: (key) => Effect.succeed(`memory://${key}`),
  }
})

/** Links that say nothing of their expiry and can be written by anybody. */
const openAnything = objectStoragePromises((url) =>
  Effect.succeed(Option.some({ bytes: new TextEncoder().encode(url) })),
)

notices("objectStorageSuite", { ...objectStoragePromises(), ...openAnything }, [
  [
    "keeps chunks as they come, under any key and behind any link",
    [
      "keeps what a key held, or nothing, when the content fails, and fails with its error",
      "keeps what a key held, or nothing, when it is interrupted",
      "shows a key's old content until the new one is whole",
      "refuses a key of another form, in every method",
      "gives the bytes of a range, both ends included, with the whole object's size",
      "deletes an object, and one that is not there",
      "lists what begins with a prefix, in key order, with size and time",
      "mints a link that gives the file to whoever follows it",
      "mints a link that expires",
      "mints a link that cannot be altered or guessed",
    ],
    naiveStorage,
  ],
  [
    "leaves out the end of a range",
    "gives the bytes of a range, both ends included, with the whole object's size",
    broken(ObjectStorage, ({ get }) => ({
      get: (key, range) => get(key, range && { start: range.start, end: range.end - 1 }),
    })),
  ],
  [
    "keeps files as text",
    "gives back what was stored, and its size",
    broken(ObjectStorage, ({ put }) => ({
      put: (key, content, options) =>
        put(
          key,
          Stream.map(content, (chunk) => new TextEncoder().encode(new TextDecoder().decode(chunk))),
          options,
        ),
    })),
  ],
  [
    "takes an empty object for none",
    "stores nothing at all as an empty object",
    broken(ObjectStorage, ({ get }) => ({
      get: (...args) =>
        Effect.map(
          get(...args),
          Option.filter(({ size }) => size > 0),
        ),
    })),
  ],
  [
    "keeps the first part of a large object",
    "stores megabytes in many chunks",
    broken(ObjectStorage, ({ put }) => ({
      put: (key, content, options) => put(key, Stream.take(content, 80), options),
    })),
  ],
  [
    "hides files whose name begins with a dot",
    "takes any key of the form",
    broken(ObjectStorage, ({ get }) => ({
      get: (key, range) => (key.includes("/.") ? Effect.succeedNone : get(key, range)),
    })),
  ],
  [
    "adds to what a key held",
    "replaces what a key held",
    broken(ObjectStorage, ({ get, put }) => ({
      put: (key, content, options) =>
        Effect.flatMap(get(key), (held) =>
          put(
            key,
            Option.match(held, {
              onNone: () => content,
              onSome: (before) => Stream.concat(before.content, content),
            }),
            options,
          ),
        ),
    })),
  ],
  [
    "gathers what is put under a key in one place, whoever puts it",
    "keeps one whole content when a key is put many times at once",
    broken(ObjectStorage, ({ put }) => {
      const gathered = new Map<string, Array<Uint8Array>>()
      return {
        put: (key, content, options) =>
          Effect.gen(function* () {
            gathered.set(key, [])
            yield* Stream.runForEach(content, (chunk) =>
              Effect.andThen(
                Effect.sync(() => gathered.get(key)!.push(chunk)),
                Effect.yieldNow,
              ),
            )
            return yield* put(key, Stream.fromIterable(gathered.get(key)!), options)
          }),
      }
    }),
  ],
  [
    "finds files whatever the case of their names",
    "gives none for a key that holds nothing",
    broken(ObjectStorage, ({ get }) => ({ get: (key, range) => get(key.toLowerCase(), range) })),
  ],
])
