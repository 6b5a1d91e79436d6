import { ByteBlocks } from "./ByteBlocks.ts"
import { ExportLimitExceeded } from "./ExportLimitExceeded.ts"

/** The same bytes in blocks of 256 KiB; fails with `ExportLimitExceeded` before giving more than `maxBytes`. */
export async function* inBlocks(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array, void, undefined> {
  const out = new ByteBlocks()
  for await (const chunk of chunks) {
    out.append(chunk)
    if (out.bytes > maxBytes) {
      throw new ExportLimitExceeded({ reason: "file-size", limit: maxBytes, actual: out.bytes })
    }
    yield* out.take()
  }
  yield* out.takeAll()
}
