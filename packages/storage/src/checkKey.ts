import { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { isObjectKey } from "./objectKey.ts"

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
