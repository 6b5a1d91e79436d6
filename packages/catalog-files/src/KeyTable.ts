import { hash64 } from "@hangtag/core/adapter"

/** Two of a million texts share it once in forty million files. */
const hash = (text: string): readonly [number, number] => {
  const [a, b] = hash64(text)
  // both zero stands for an empty place
  return [a, b || 1]
}

/**
 * Texts with some numbers of 32 bits each, whatever the length of the texts: a file of a million variants takes 70 MB
 * at most (measured with three numbers each, while it grows).
 */
export class KeyTable {
  readonly #stride: number
  #places = 1024
  #slots: Uint32Array
  #size = 0

  constructor(numbers: number) {
    this.#stride = 2 + numbers
    this.#slots = new Uint32Array(this.#places * this.#stride)
  }

  get size(): number {
    return this.#size
  }

  /** The text's numbers, to be read and written until the next `add`; `undefined` where it was never added. */
  find(text: string): Uint32Array | undefined {
    const [a, b] = hash(text)
    const at = this.#place(a, b)
    return this.#slots[at + 1] === 0 ? undefined : this.#slots.subarray(at + 2, at + this.#stride)
  }

  /** The same, added with zeros where it was not there. */
  add(text: string): Uint32Array {
    if (this.#size * 2 >= this.#places) this.#grow()
    const [a, b] = hash(text)
    const at = this.#place(a, b)
    if (this.#slots[at + 1] === 0) {
      this.#slots[at] = a
      this.#slots[at + 1] = b
      this.#size++
    }
    return this.#slots.subarray(at + 2, at + this.#stride)
  }

  #place(a: number, b: number): number {
    let place = a & (this.#places - 1)
    while (true) {
      const at = place * this.#stride
      const found = this.#slots[at + 1]
      if (found === 0 || (found === b && this.#slots[at] === a)) return at
      place = (place + 1) & (this.#places - 1)
    }
  }

  #grow() {
    const before = this.#slots
    this.#places *= 2
    this.#slots = new Uint32Array(this.#places * this.#stride)
    for (let at = 0; at < before.length; at += this.#stride) {
      if (before[at + 1] === 0) continue
      this.#slots.set(before.subarray(at, at + this.#stride), this.#place(before[at]!, before[at + 1]!))
    }
  }
}
