/** What the thread of the embedded database opens. */
export interface ThreadStart {
  /** Undefined keeps everything in memory. */
  readonly directory: string | undefined
  /** There is no database yet. */
  readonly isNew: boolean
  /** What a new one begins with, a tar of a data directory; undefined for nothing. */
  readonly template: Uint8Array | undefined
}

/** To the thread; `open` comes first, once. */
export type ThreadRequest =
  | ({ readonly kind: "open" } & ThreadStart)
  | { readonly kind: "bytes"; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: "cancel"; readonly connection: number }
  | { readonly kind: "disconnect"; readonly connection: number }
  | { readonly kind: "dump" }
  | { readonly kind: "close" }

/** From the thread. `stopped` and `closed` are the last ones. */
export type ThreadResponse =
  | { readonly kind: "ready" }
  | { readonly kind: "bytes"; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: "dumped"; readonly bytes: Uint8Array }
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "closed" }
