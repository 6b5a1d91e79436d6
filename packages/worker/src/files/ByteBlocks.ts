import { ExportLimitExceeded } from "./ExportLimitExceeded.ts"

const blockSize = 256 * 1024
/** What a file begins with: most are small, and memory that is given away by the block is costly to tidy up after. */
const firstSize = 4 * 1024

/**
 * Gathers text, as UTF-8, and bytes into blocks of up to 256 KiB, each in memory of its own. Blocks depend on what
 * was written alone, so the same texts give the same blocks. A lone surrogate becomes U+FFFD.
 */
export class ByteBlocks {
  /** Bytes written so far, taken or not. */
  bytes = 0
  #block = Buffer.alloc(0)
  #used = 0
  #size = firstSize
  #full: Array<Buffer> = []

  /** True when blocks wait to be taken. */
  get ready(): boolean {
    return this.#full.length > 0
  }

  write(text: string): void {
    const atMost = text.length * 3
    if (atMost > blockSize) {
      this.append(Buffer.from(text, "utf8"))
      return
    }
    if (atMost > blockSize - this.#used) this.#close()
    this.#makeRoom(atMost)
    const written = this.#block.write(text, this.#used)
    this.#used += written
    this.bytes += written
  }

  append(bytes: Uint8Array): void {
    this.bytes += bytes.length
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === blockSize) this.#close()
      const piece = bytes.subarray(from, from + blockSize - this.#used)
      this.#makeRoom(piece.length)
      this.#block.set(piece, this.#used)
      this.#used += piece.length
      from += piece.length
    }
  }

  take(): ReadonlyArray<Uint8Array> {
    const full = this.#full
    this.#full = []
    return full
  }

  takeAll(): ReadonlyArray<Uint8Array> {
    this.#close()
    return this.take()
  }

  /** Makes the block large enough for N bytes more, of which it holds as many at most. */
  #makeRoom(more: number): void {
    const needed = this.#used + more
    if (needed <= this.#block.length) return
    while (this.#size < needed) this.#size *= 4
    const block = Buffer.allocUnsafeSlow(this.#size)
    block.set(this.#block.subarray(0, this.#used))
    this.#block = block
  }

  // A block that left is never written again: deflate, a socket or another thread may still hold it.
  #close(): void {
    if (this.#used === 0) return
    this.#full.push(this.#block.subarray(0, this.#used))
    this.#block = Buffer.alloc(0)
    this.#used = 0
  }
}

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
