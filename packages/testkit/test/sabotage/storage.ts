import { instantFromMicros, ObjectStorage, type StoredObject, Unavailable } from "@hangtag/core"
import { objectStoragePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { asksWith, broken } from "./broken.ts"
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
          Stream.map(
            (key): StoredObject => ({
              key,
              size: sizeOf(key),
              modified_at: instantFromMicros(Date.now() * 1000),
            }),
          ),
        ),
      ),
    downloadLink: (key) => Effect.succeed(`memory://${key}`),
  }
})

/** Links that say nothing of their expiry and can be written by anybody. */
const openAnything = objectStoragePromises((url) =>
  Effect.succeed(Option.some({ bytes: new TextEncoder().encode(url) })),
)

const keeping = { ...objectStoragePromises(), ...openAnything }

notices("objectStorageSuite", keeping, {
  "keeps what a key held, or nothing, when the content fails, and fails with its error": naiveStorage,
  "keeps what a key held, or nothing, when it is interrupted": naiveStorage,
  "shows a key's old content until the new one is whole": naiveStorage,
  "refuses a key of another form, in every method": naiveStorage,
  "deletes an object, and one that is not there": naiveStorage,
  "lists what begins with a prefix, in key order, with size and time": naiveStorage,
  "mints a link that gives the file to the one who follows it": naiveStorage,
  "mints a link that expires": naiveStorage,
  "mints a link that cannot be altered or guessed": naiveStorage,
  "gives the bytes of a range, both ends included, with the whole object's size": asksWith(
    ObjectStorage,
    "get",
    1,
    (range) => range && { start: range.start, end: range.end - 1 },
  ),
  // keeps files as text
  "gives back what was stored, and its size": asksWith(ObjectStorage, "put", 1, (content) =>
    Stream.map(content, (chunk) => new TextEncoder().encode(new TextDecoder().decode(chunk))),
  ),
  "stores nothing at all as an empty object": broken(ObjectStorage, ({ get }) => ({
    get: (...args) =>
      Effect.map(
        get(...args),
        Option.filter(({ size }) => size > 0),
      ),
  })),
  "stores megabytes in many chunks": asksWith(ObjectStorage, "put", 1, (content) => Stream.take(content, 80)),
  "takes any key of the form": broken(ObjectStorage, ({ get }) => ({
    get: (key, range) => (key.includes("/.") ? Effect.succeedNone : get(key, range)),
  })),
  // adds to what a key held
  "replaces what a key held": broken(ObjectStorage, ({ get, put }) => ({
    put: (key, content, options) =>
      Effect.flatMap(get(key), (held) =>
        put(key, Option.isSome(held) ? Stream.concat(held.value.content, content) : content, options),
      ),
  })),
  // gathers what is put under a key in one place, of all writers
  "keeps one whole content when a key is put many times at once": broken(ObjectStorage, ({ put }) => {
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
  "gives none for a key that holds nothing": asksWith(ObjectStorage, "get", 0, (key) => key.toLowerCase()),
})
