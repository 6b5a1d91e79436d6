import { promisify } from "node:util"
import * as zlib from "node:zlib"
import { inBlocks } from "./ByteBlocks.ts"

const deflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)

/** Blocks of 256 KiB that are compressed at a time: each piece begins with its dictionary anew. */
const blocksPerPiece = 4
/** As far back as deflate looks. */
const window = 32 * 1024
/** Pieces that are compressed while others are made and written. */
const atOnce = 4

/** What is to be known of bytes that were compressed. */
export interface Deflated {
  crc32: number
  /** Before they were compressed. */
  size: number
}

/**
 * The bytes as one deflate stream, its pieces compressed apart, by as many threads as there are: each ends on a byte
 * (`Z_SYNC_FLUSH`) and knows what stood before it. Pieces depend on the blocks alone.
 */
export async function* deflated(
  blocks: AsyncIterable<Uint8Array>,
  level: number,
  totals: Deflated,
): AsyncGenerator<Uint8Array, void, undefined> {
  const underWay: Array<Promise<Uint8Array>> = []
  let piece: Array<Uint8Array> = []
  let before: Uint8Array | undefined
  const compress = () => {
    const bytes = Buffer.concat(piece)
    piece = []
    const options = { level, finishFlush: zlib.constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 }
    const compressed = deflateRaw(bytes, before === undefined ? options : { ...options, dictionary: before })
    // what fails here fails where it is awaited
    compressed.catch(() => {})
    before = bytes.subarray(-window)
    underWay.push(compressed)
  }
  for await (const block of blocks) {
    totals.crc32 = zlib.crc32(block, totals.crc32)
    totals.size += block.length
    piece.push(block)
    if (piece.length < blocksPerPiece) continue
    compress()
    if (underWay.length > atOnce) yield await underWay.shift()!
  }
  if (piece.length > 0) compress()
  for (const compressed of underWay) yield await compressed
  // an empty last block
  yield Uint8Array.of(3, 0)
}

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
