import type { StatsFs } from "node:fs"
import { tmpdir } from "node:os"

/** Ends what has no end: of the space that is free where it is kept, others are left half. */
export const withinSpace = ({ bavail, bsize }: Pick<StatsFs, "bavail" | "bsize">) =>
  async function* (chunks: AsyncIterable<string | Uint8Array>) {
    let left = (bavail * bsize) / 2
    for await (const chunk of chunks) {
      left -= Buffer.byteLength(chunk)
      if (left < 0)
        throw new Error(
          `it takes more than half of what is free in ${tmpdir()}; save it as a file and name that, or set TMPDIR`,
        )
      yield chunk
    }
  }
