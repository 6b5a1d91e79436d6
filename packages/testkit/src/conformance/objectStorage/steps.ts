import { instantFromMillis, ObjectStorage } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** What following a download link gave. */
export interface OpenedLink {
  readonly bytes: Uint8Array
  /** As a browser would save it; left out where the adapter's links tell it otherwise. */
  readonly file_name?: string
  readonly content_type?: string
}

/** Follows a link without credentials; none where it is refused. */
export type OpenLink = (url: string) => Effect.Effect<Option.Option<OpenedLink>>

export const bytesOf = (text: string) => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

export const put = Effect.fnUntraced(function* (key: string, ...chunks: ReadonlyArray<string | Uint8Array>) {
  const storage = yield* ObjectStorage
  const content = Stream.fromIterable(
    chunks.map((chunk) => (typeof chunk === "string" ? bytesOf(chunk) : chunk)),
  )
  return yield* storage.put(key, content, { content_type: "text/csv" })
})

export const read = Effect.fnUntraced(function* (key: string, range?: { start: number; end: number }) {
  const storage = yield* ObjectStorage
  const found = yield* storage.get(key, range)
  if (Option.isNone(found)) return undefined
  const chunks = yield* Stream.runCollect(found.value.content)
  return { size: found.value.size, bytes: Uint8Array.from(chunks.flatMap((chunk) => [...chunk])) }
})

export const text = (key: string, range?: { start: number; end: number }) =>
  Effect.map(read(key, range), (found) => found && textOf(found.bytes))

export const listed = Effect.fnUntraced(function* (prefix: string) {
  const storage = yield* ObjectStorage
  return yield* Stream.runCollect(storage.list(prefix))
})

export const inMinutes = (minutes: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => instantFromMillis(now + minutes * 60_000))

export const refusedKeys = [
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
