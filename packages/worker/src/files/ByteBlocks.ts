const blockSize = 256 * 1024

/**
 * Gathers text into UTF-8 blocks of up to 256 KiB. Blocks depend on the texts alone, so the same texts give the
 * same blocks. A lone surrogate becomes U+FFFD.
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
    if (atMost > blockSize - this.#used) this.#close()
    if (atMost > blockSize) {
      const own = Buffer.from(text, "utf8")
      this.#full.push(own)
      this.bytes += own.length
      return
    }
    const written = this.#block.write(text, this.#used)
    this.#used += written
    this.bytes += written
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
