const blockSize = 256 * 1024

/** The same bytes in blocks of 256 KiB, each in memory of its own, which may be transferred to another thread. */
export async function* fullBlocks(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let block = new Uint8Array(blockSize)
  let used = 0
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + blockSize - used)
      block.set(part, used)
      used += part.length
      from += part.length
      if (used === blockSize) {
        yield block
        block = new Uint8Array(blockSize)
        used = 0
      }
    }
  }
  if (used > 0) yield block.slice(0, used)
}
