import { Unavailable } from "@hangtag/core"
import { Effect } from "effect"

const segment = /^[A-Za-z0-9._-]+$/

/** Tells whether a key has the form that `ObjectStorage` takes: nothing else reaches a folder or a bucket. */
export const isObjectKey = (key: string): boolean =>
  key.split("/").every((part) => segment.test(part) && part !== "." && part !== "..")

/** Refuses a key of another form than `ObjectStorage` takes. */
export const checkKey = (key: string): Effect.Effect<void, Unavailable> =>
  isObjectKey(key)
    ? Effect.void
    : Effect.fail(
        new Unavailable({
          service: "storage",
          operation: `use the key ${JSON.stringify(key)}: keys are /-separated segments of letters, digits, ".", "_" and "-"`,
          retryable: false,
        }),
      )
