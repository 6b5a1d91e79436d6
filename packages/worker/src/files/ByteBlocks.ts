const blockSize = 256 * 1024

/**
 * Gathers text, as UTF-8, and bytes into blocks of up to 256 KiB, each in memory of its own. Blocks depend on what
 * was written alone, so the same texts give the same blocks. A lone surrogate becomes U+FFFD.
 */
export class ByteBlocks {
  /** Bytes written so far, taken or not. */
  bytes = 0
  #block = Buffer.allocUnsafeSlow(blockSize)
  #used = 0
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
    const written = this.#block.write(text, this.#used)
    this.#used += written
    this.bytes += written
  }

  append(bytes: Uint8Array): void {
    this.bytes += bytes.length
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === blockSize) this.#close()
      const piece = bytes.subarray(from, from + blockSize - this.#used)
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

  // A block that left is never written again: deflate, a socket or another thread may still hold it.
  #close(): void {
    if (this.#used === 0) return
    this.#full.push(this.#block.subarray(0, this.#used))
    this.#block = Buffer.allocUnsafeSlow(blockSize)
    this.#used = 0
  }
}
