import { deflated } from "./deflated.ts"
import { inBlocks } from "./inBlocks.ts"

/** RFC 1952: deflate, no name, no time, made by an unknown system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)

async function* parts(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const totals = { crc32: 0, size: 0 }
  yield head
  yield* deflated(blocks, 6, totals)
  const facts = Buffer.alloc(8)
  facts.writeUInt32LE(totals.crc32, 0)
  facts.writeUInt32LE(totals.size % 2 ** 32, 4)
  yield facts
}

/** The same bytes as a gzip file, which tells nothing of its origin, so the same bytes give the same file. */
export const gzipped = (blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> =>
  inBlocks(parts(blocks))
