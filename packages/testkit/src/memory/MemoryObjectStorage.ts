import {
  type BrandedInstant,
  compareText,
  instantFromMillis,
  type LinkOptions,
  ObjectStorage,
  Unavailable,
} from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

interface MemoryObject {
  readonly bytes: Uint8Array
  readonly modified_at: BrandedInstant
}

/** What a link gives the one who follows it. */
export interface Download extends LinkOptions {
  readonly bytes: Uint8Array
}

/** Follows the links that the in-memory storage mints, as a browser would follow those of a server. */
export class MemoryDownloads extends Context.Service<
  MemoryDownloads,
  {
    /** None for a link that was never minted, has expired, or whose file is gone. */
    readonly open: (url: string) => Effect.Effect<Option.Option<Download>>
  }
>()("@hangtag/testkit/memory/MemoryDownloads") {}

const isKey = (key: string): boolean =>
  key.split("/").every((segment) => /^[A-Za-z0-9._-]+$/.test(segment) && segment !== "." && segment !== "..")

const checked = <A, E, R>(key: string, operation: string, effect: Effect.Effect<A, E, R>) =>
  isKey(key) ? effect : Effect.fail(new Unavailable({ service: "storage", operation, retryable: false }))

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const make = Effect.sync(() => {
  const objects = new Map<string, MemoryObject>()
  const links = new Map<string, LinkOptions & { readonly key: string }>()
  const nowMicros = Effect.map(Clock.currentTimeMillis, instantFromMillis)

  const storage = ObjectStorage.of({
    put: (key, content) =>
      checked(
        key,
        "put",
        Effect.gen(function* () {
          const bytes = joined(yield* Stream.runCollect(content))
          objects.set(key, { bytes, modified_at: yield* nowMicros })
          return { size: bytes.length }
        }),
      ),
    get: (key, range) =>
      checked(
        key,
        "get",
        Effect.sync(() =>
          Option.map(Option.fromNullishOr(objects.get(key)), ({ bytes }) => ({
            size: bytes.length,
            content: Stream.succeed(
              range === undefined ? bytes.slice() : bytes.slice(range.start, range.end + 1),
            ),
          })),
        ),
      ),
    delete: (key) =>
      checked(
        key,
        "delete",
        Effect.sync(() => void objects.delete(key)),
      ),
    list: (prefix) =>
      Stream.suspend(() =>
        Stream.fromIterable(
          [...objects]
            .filter(([key]) => key.startsWith(prefix))
            .sort(([a], [b]) => compareText(a, b))
            .map(([key, { bytes, modified_at }]) => ({ key, size: bytes.length, modified_at })),
        ),
      ),
    downloadLink: (key, options) =>
      checked(
        key,
        "downloadLink",
        Effect.sync(() => {
          const url = `memory://downloads/${crypto.randomUUID()}`
          links.set(url, { ...options, key })
          return url
        }),
      ),
  })
  const downloads = MemoryDownloads.of({
    open: (url) =>
      Effect.map(nowMicros, (now) => {
        const link = links.get(url)
        const object = link && objects.get(link.key)
        return link === undefined || object === undefined || link.expires_at <= now
          ? Option.none()
          : Option.some({ ...link, bytes: object.bytes.slice() })
      }),
  })
  return Context.merge(Context.make(ObjectStorage, storage), Context.make(MemoryDownloads, downloads))
})

/** Files in memory; `MemoryDownloads` follows its links. */
export const memoryObjectStorage: Layer.Layer<ObjectStorage | MemoryDownloads> = Layer.effectContext(make)
