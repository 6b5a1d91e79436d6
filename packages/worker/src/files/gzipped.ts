import { pipeline, Readable } from "node:stream"
import { createGzip } from "node:zlib"
import { ByteBlocks } from "./ByteBlocks.ts"

/** The same bytes as a gzip file, which tells nothing of its origin, so the same bytes give the same file. */
export async function* gzipped(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gzip = createGzip()
  // what fails in the chunks fails in the loop below; to be told of it here as well is what `pipeline` insists on
  pipeline(Readable.from(chunks), gzip, () => {})
  const out = new ByteBlocks()
  try {
    for await (const chunk of gzip) {
      out.append(chunk)
      yield* out.take()
    }
    yield* out.takeAll()
  } finally {
    await chunks.return()
  }
}
