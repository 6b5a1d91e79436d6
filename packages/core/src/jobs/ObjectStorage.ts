import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"

/** An object as a listing tells it; `size` is in bytes. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly modified_at: BrandedInstant
}

/** What a download link says of the file behind it. */
export interface LinkOptions {
  readonly file_name: string
  readonly content_type: string
  readonly expires_at: BrandedInstant
}

/**
 * Keeps files under keys of `/`-separated segments of letters, digits, `.`, `_` and `-` (no segment `.` or `..`).
 *
 * Promises: a key of another form is refused and reaches nothing outside; `put` replaces what the key held as
 * a whole or not at all, however it ends, with backpressure on `content`; a key that holds nothing gives none;
 * deleting it is no failure; `list` is in key order.
 */
export class ObjectStorage extends Context.Service<
  ObjectStorage,
  {
    /** Stores the stream under the key and gives its size in bytes. */
    readonly put: <E, R>(
      key: string,
      content: Stream.Stream<Uint8Array, E, R>,
      options: { readonly content_type: string },
    ) => Effect.Effect<{ readonly size: number }, E | Unavailable, R>
    /** The object's bytes, or those from `start` to `end` (inclusive, within the object); `size` is always the whole object's. */
    readonly get: (
      key: string,
      range?: { readonly start: number; readonly end: number },
    ) => Effect.Effect<
      Option.Option<{ readonly size: number; readonly content: Stream.Stream<Uint8Array, Unavailable> }>,
      Unavailable
    >
    /** Deletes the object; one that is not there is no failure. */
    readonly delete: (key: string) => Effect.Effect<void, Unavailable>
    /** Every object whose key begins so. */
    readonly list: (prefix: string) => Stream.Stream<StoredObject, Unavailable>
    /** A URL that gives the file to its holder until it expires, and cannot be altered or guessed. */
    readonly downloadLink: (key: string, options: LinkOptions) => Effect.Effect<string, Unavailable>
  }
>()("@hangtag/core/ports/ObjectStorage") {}
