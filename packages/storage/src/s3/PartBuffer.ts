/** A piece of an object; every one but the last has the full size. Numbers count from 1. */
export interface Part {
  readonly number: number
  readonly bytes: Uint8Array
  readonly last: boolean
}

/** Gathers chunks of any size into parts of one size; a full part waits until it is known not to be the last. */
export class PartBuffer {
  readonly #size: number
  #block: Uint8Array
  #used = 0
  #parts = 0

  constructor(size: number) {
    this.#size = size
    this.#block = Buffer.allocUnsafeSlow(size)
  }

  add(chunk: Uint8Array): ReadonlyArray<Part> {
    const full: Array<Part> = []
    for (let from = 0; from < chunk.length; ) {
      if (this.#used === this.#size) {
        full.push(this.#part(false))
        this.#block = Buffer.allocUnsafeSlow(this.#size)
        this.#used = 0
      }
      const piece = chunk.subarray(from, from + this.#size - this.#used)
      this.#block.set(piece, this.#used)
      this.#used += piece.length
      from += piece.length
    }
    return full
  }

  end(): Part {
    return this.#part(true)
  }

  #part(last: boolean): Part {
    return { number: ++this.#parts, bytes: this.#block.subarray(0, this.#used), last }
  }
}
