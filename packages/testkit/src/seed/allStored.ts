import type { WriteResult } from "@hangtag/core"
import * as Effect from "effect/Effect"

/** Dies where an entry of a seed was rejected, with what was wrong. */
export const allStored = (kind: string, { rejected }: WriteResult) =>
  rejected.length === 0
    ? Effect.void
    : Effect.die(
        new Error(
          `The seed's ${kind} were not all stored: ${rejected
            .map(({ index, reason }) => `${kind}[${index}]: ${reason}`)
            .join("; ")}`,
        ),
      )
